import { Play, Square, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { AddToDataset, Button, Card, Field, IconButton, Input, Select, TextArea } from '#ui';
import { PlaygroundAnswer } from './answer.tsx';
import { datasetInputOf } from './dataset-item.ts';
import {
  SETTING_NAMES,
  TOOL_CHOICES,
  type ColumnDraft,
  type DraftFault,
  type PlaceholderMessages,
} from './draft.ts';
import { MessageList } from './message-list.tsx';
import { SaveVersion } from './save-version.tsx';
import { playgroundTexts } from './texts.ts';
import type { PlaygroundRunState } from './use-playground-runs.ts';

interface ColumnProps {
  /** From 1. */
  place: number;
  column: ColumnDraft;
  connections: readonly Schemas['ModelConnection'][];
  variables: Readonly<Record<string, string>>;
  placeholders: PlaceholderMessages;
  mocks: Readonly<Record<string, string>>;
  /** The call that the column was opened from. */
  callId: string | undefined;
  /** The trace of the span that the column was opened from. */
  traceId: string | undefined;
  run: PlaygroundRunState | undefined;
  fault: DraftFault | undefined;
  mayRun: boolean;
  onChange: (column: ColumnDraft) => void;
  onRun: () => void;
  onStop: () => void;
  /** Absent for the only column. */
  onRemove: (() => void) | undefined;
  onContinue: (results: Record<string, string>) => void;
}

export function PlaygroundColumn(props: ColumnProps) {
  const { place, column, connections, run, fault, mayRun, onChange, onRun, onStop, onRemove } = props;
  const texts = useTexts(playgroundTexts);
  const models = useId();
  const set = (changes: Partial<ColumnDraft>) => onChange({ ...column, ...changes });
  const connection = connections.find(({ id }) => id === column.connectionId);
  const isRunning = run?.status === 'running';
  return (
    <section aria-label={texts.column(place)} className="min-w-0">
      <Card>
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-base/5">{texts.column(place)}</h2>
          <span className="ml-auto flex items-center gap-2">
            {isRunning ? (
              <Button size="small" icon={<Square size={14} aria-hidden />} onClick={onStop}>
                {texts.stop}
              </Button>
            ) : (
              <Button size="small" disabled={!mayRun} icon={<Play size={14} aria-hidden />} onClick={onRun}>
                {texts.run}
              </Button>
            )}
            {onRemove && (
              <IconButton
                label={texts.removeColumn(place)}
                icon={<Trash2 size={16} aria-hidden />}
                onClick={onRemove}
              />
            )}
          </span>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={texts.connection}>
            <Select
              value={column.connectionId}
              onChange={({ target }) => set({ connectionId: target.value, model: '' })}
            >
              {connections.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={texts.model}>
            <Input
              list={models}
              maxLength={256}
              autoComplete="off"
              spellCheck={false}
              value={column.model}
              placeholder={connection ? texts.defaultModel(connection.defaultModel) : undefined}
              onChange={({ target }) => set({ model: target.value })}
            />
            <datalist id={models}>
              {(connection?.models ?? []).map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </Field>
        </div>
        <MessageList
          label={texts.messages}
          messages={column.messages}
          onChange={(messages) => set({ messages })}
        />
        <More column={column} set={set} fault={fault} />
        {fault && fault !== 'tools' && fault !== 'schema' && (
          <p role="alert" className="text-sm text-bad">
            {texts.draftFaults[fault]}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <SaveVersion
            column={column}
            variables={props.variables}
            placeholders={props.placeholders}
            connection={connection}
          />
          <SaveItem {...props} />
        </div>
        {run ? (
          <PlaygroundAnswer place={place} run={run} mocks={props.mocks} onContinue={props.onContinue} />
        ) : (
          <p className="border-t pt-3 text-sm text-muted">{texts.noAnswer}</p>
        )}
      </Card>
    </section>
  );
}

/** Adds the messages to a dataset, with the answer as the expected output. */
function SaveItem({ column, variables, placeholders, callId, traceId, run }: ColumnProps) {
  const { role, account } = useSession();
  if (role === 'viewer' || account.plan === 'free') return null;
  const made = datasetInputOf(column, variables, placeholders);
  if (!made) return null;
  const item = {
    ...made,
    output: run?.status === 'done' ? run.text : '',
    sourceCallId: callId ?? run?.callId ?? null,
    sourceTraceId: traceId ?? null,
  };
  return <AddToDataset item={item} />;
}

interface MoreProps {
  column: ColumnDraft;
  set: (changes: Partial<ColumnDraft>) => void;
  fault: DraftFault | undefined;
}

function More({ column, set, fault }: MoreProps) {
  const texts = useTexts(playgroundTexts);
  const isOpen = column.tools !== '' || column.schema !== '' || fault === 'tools' || fault === 'schema';
  return (
    <details className="min-w-0" open={isOpen || undefined}>
      <summary className="w-fit rounded-sm text-sm text-muted hover:text-text">{texts.more}</summary>
      <div className="mt-3 grid gap-3">
        <div className="grid grid-cols-2 gap-3">
          {SETTING_NAMES.map((name) => (
            <Field key={name} label={texts.settings[name]}>
              <Input
                type="number"
                step={name === 'seed' || name === 'maxOutputTokens' ? 1 : 0.1}
                value={column.settings[name]}
                onChange={({ target }) => set({ settings: { ...column.settings, [name]: target.value } })}
              />
            </Field>
          ))}
        </div>
        <Field label={texts.stops} hint={texts.stopsHint}>
          <TextArea
            rows={2}
            spellCheck={false}
            className="font-mono text-sm"
            value={column.stops}
            onChange={({ target }) => set({ stops: target.value })}
          />
        </Field>
        <Field
          label={texts.tools}
          hint={texts.toolsHint}
          fault={fault === 'tools' ? texts.draftFaults.tools : null}
        >
          <TextArea
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={column.tools}
            onChange={({ target }) => set({ tools: target.value })}
          />
        </Field>
        <Field label={texts.toolChoice}>
          <Select
            value={column.toolChoice}
            onChange={({ target }) => set({ toolChoice: target.value as ColumnDraft['toolChoice'] })}
          >
            <option value="">{texts.toolChoices.unset}</option>
            {TOOL_CHOICES.map((choice) => (
              <option key={choice} value={choice}>
                {texts.toolChoices[choice]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.schema} fault={fault === 'schema' ? texts.draftFaults.schema : null}>
          <TextArea
            rows={5}
            spellCheck={false}
            className="font-mono text-sm"
            value={column.schema}
            onChange={({ target }) => set({ schema: target.value })}
          />
        </Field>
      </div>
    </details>
  );
}
