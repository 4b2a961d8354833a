// The form for what a widget measures, how it groups and how it is drawn, with a live preview.
import { useId, useMemo, useState, type FormEvent } from 'react';
import { useAsk, type Schemas } from '#api';
import { useTexts } from '#i18n';
import {
  boardTexts,
  Button,
  chartsOf,
  Dialog,
  DialogActions,
  Field,
  fitted,
  groupsOf,
  Input,
  metricsOf,
  Segments,
  Select,
  useBoard,
  useBoardScope,
  useGroupNames,
  WidgetView,
  type Chart,
  type Widget,
  type WidgetGroup,
  type WidgetMetric,
} from '#ui';
import { dashboardsTexts } from '../texts.ts';
import { blankWidget } from './draft.ts';
import { WidgetFilterFields } from './filter-fields.tsx';

type Question = Widget['question'];

interface WidgetFormProps {
  /** Null for a new one. */
  widget: Widget | null;
  onClose: () => void;
  onDone: (widget: Widget) => void;
}

const SIZES: Partial<Record<Chart, Widget['size']>> = { number: { w: 3, h: 2 } };

export function WidgetForm({ widget: given, onClose, onDone }: WidgetFormProps) {
  const texts = useTexts(dashboardsTexts);
  const names = useTexts(boardTexts);
  // The conditions below have their own forms, so the submit button is outside of this form.
  const form = useId();
  const [widget, setWidget] = useState<Widget>(() => given ?? blankWidget(''));
  const { question, chart } = widget;
  const { of = 'calls', metric, groupBy, filter } = question;
  const groupName = useGroupNames();
  const suggested =
    groupBy === undefined
      ? names.metrics[metric]
      : texts.widget.by(
          names.metrics[metric],
          (groupBy === 'tag' && question.tagKey) || groupName(groupBy).toLowerCase(),
        );
  const change = (changed: Partial<Question>) =>
    setWidget(fitted({ ...widget, question: { ...question, ...changed } }));
  const groups = groupsOf(metric, chart, of);
  const needsTag = groupBy === 'tag' && question.tagKey === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const title = widget.title.trim() === '' ? suggested.slice(0, 80) : widget.title.trim();
    // A new number widget starts small; an existing widget keeps its size.
    onDone(fitted({ ...widget, title, ...(given ? {} : { size: SIZES[chart] ?? widget.size }) }));
  };
  return (
    <Dialog open wide onClose={onClose} title={given ? texts.widget.edit : texts.widget.new}>
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <form id={form} onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.widget.of}>
            <Select value={of} onChange={({ target }) => change({ of: target.value as 'calls' | 'spans' })}>
              {(['calls', 'spans'] as const).map((subject) => (
                <option key={subject} value={subject}>
                  {texts.subjects[subject]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.widget.metric}>
            <Select
              value={metric}
              onChange={(event) => change({ metric: event.target.value as WidgetMetric })}
            >
              {metricsOf(of).map((name) => (
                <option key={name} value={name}>
                  {of === 'spans' && name === 'count' ? names.spans : names.metrics[name]}
                </option>
              ))}
            </Select>
          </Field>
          {groups.length > 0 && (
            <Field label={texts.widget.groupBy}>
              <Select
                value={groupBy ?? ''}
                onChange={(event) => {
                  const { groupBy: _gone, ...rest } = question;
                  const next = event.target.value as WidgetGroup | '';
                  setWidget(fitted({ ...widget, question: next === '' ? rest : { ...rest, groupBy: next } }));
                }}
              >
                {chart !== 'table' && <option value="">{texts.ungrouped}</option>}
                {groups.map((name) => (
                  <option key={name} value={name}>
                    {groupName(name)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {groupBy === 'tag' && <TagKey value={question.tagKey} onChange={(tagKey) => change({ tagKey })} />}
          {metric === 'score' && (
            <ScoreName
              value={question.scoreName}
              onChange={(scoreName) => {
                const { scoreName: _gone, ...rest } = question;
                setWidget({ ...widget, question: scoreName === '' ? rest : { ...rest, scoreName } });
              }}
            />
          )}
          <Field label={texts.widget.title}>
            <Input
              value={widget.title}
              maxLength={80}
              placeholder={suggested}
              onChange={(event) => setWidget({ ...widget, title: event.target.value })}
            />
          </Field>
        </form>
        <div className="grid justify-items-start gap-1.5">
          <p className="text-sm font-medium">{texts.widget.chart}</p>
          <Segments
            label={texts.widget.chart}
            value={chart}
            onChange={(next) => setWidget(fitted({ ...widget, chart: next }))}
            options={chartsOf(metric).map((value) => ({ value, label: texts.charts[value] }))}
          />
        </div>
        {metric === 'score' ? (
          <p className="text-sm text-muted">{texts.widget.noFilterForScores}</p>
        ) : (
          <WidgetFilterFields of={of} filter={filter ?? {}} onChange={(next) => change({ filter: next })} />
        )}
        {!needsTag && <Preview widget={{ ...widget, title: widget.title || suggested }} />}
        <DialogActions>
          <Button look="main" type="submit" form={form} disabled={needsTag}>
            {given ? texts.widget.apply : texts.widget.add}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const PREVIEW_PX = 180;

function Preview({ widget }: { widget: Widget }) {
  const texts = useTexts(dashboardsTexts);
  const { scope, window } = useBoardScope();
  const text = JSON.stringify(fitted(widget));
  const widgets = useMemo(() => [JSON.parse(text) as Widget], [text]);
  const [shown = widget] = widgets;
  const asked = useBoard(widgets, scope).widgets.get(shown.id);
  return (
    <section aria-label={texts.widget.preview} className="grid min-w-0 grid-cols-1 gap-1.5">
      <p className="text-sm font-medium">{texts.widget.preview}</p>
      <div className="grid max-h-80 min-w-0 grid-cols-1 overflow-y-auto rounded-lg border p-4">
        {asked && (
          <WidgetView widget={shown} asked={asked} scope={scope} window={window} height={PREVIEW_PX} />
        )}
      </div>
    </section>
  );
}

function TagKey({ value, onChange }: { value: string | undefined; onChange: (key: string) => void }) {
  const texts = useTexts(dashboardsTexts);
  const { scope } = useBoardScope();
  const { data } = useAsk('/v1/query/facets', { ...scope.window, fields: ['tagKey'] }, { staleTime: 60_000 });
  const keys = (data?.facets['tagKey'] ?? []).map((facet) => facet.value);
  const all = [...new Set([...(value === undefined ? [] : [value]), ...keys])];
  return (
    <Field label={texts.widget.tagKey} hint={data && all.length === 0 ? texts.widget.noTags : undefined}>
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        {value === undefined && <option value="" />}
        {all.map((key) => (
          <option key={key}>{key}</option>
        ))}
      </Select>
    </Field>
  );
}

function ScoreName({ value, onChange }: { value: string | undefined; onChange: (name: string) => void }) {
  const texts = useTexts(dashboardsTexts);
  const { scope } = useBoardScope();
  const { data } = useAsk('/v1/scores/aggregate', scope.window, { staleTime: 60_000 });
  const known: Schemas['ScoreAggregate']['scores'] = data?.scores ?? [];
  const all = [...new Set([...(value === undefined ? [] : [value]), ...known.map(({ name }) => name)])];
  return (
    <Field label={texts.widget.scoreName}>
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">{texts.widget.allScores}</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}
