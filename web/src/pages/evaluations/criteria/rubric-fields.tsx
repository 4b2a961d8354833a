// The rubric of a criterion: prose, a line, code or JSON, with helper fields where the form is fixed.
import { useTexts } from '#i18n';
import { Button, Checkbox, Field, Input, Select, TextArea } from '#ui';
import { CRITERION_TYPES } from './criterion-types.ts';
import { joinThreshold, objectInRubric, splitThreshold, withMember, type CriterionDraft } from './draft.ts';
import { rubricTexts } from './rubric-texts.ts';
import { criteriaTexts } from './texts.ts';

const ROWS = { prose: 9, line: 4, json: 10, code: 16 } as const;

interface RubricFieldsProps {
  draft: CriterionDraft;
  onChange: (rubric: string) => void;
  fault: string | null;
}

export function RubricFields({ draft, onChange, fault }: RubricFieldsProps) {
  const texts = useTexts(criteriaTexts);
  const more = useTexts(rubricTexts);
  const { type, rubric, scoreType } = draft;
  const { editor, template } = CRITERION_TYPES[type];
  const withThreshold = type === 'embedding_similarity' && scoreType === 'boolean';
  const { text, threshold } = splitThreshold(rubric);
  return (
    <div className="grid gap-3">
      <Field label={texts.rubric} hint={texts.rubricHints[type]} fault={fault}>
        <TextArea
          required
          maxLength={10_000}
          rows={ROWS[editor]}
          value={withThreshold ? text : rubric}
          onChange={({ target }) =>
            onChange(withThreshold ? joinThreshold(target.value, threshold) : target.value)
          }
          className={editor === 'prose' ? '' : 'font-mono text-sm'}
          spellCheck={editor === 'prose'}
          autoComplete="off"
        />
      </Field>
      {template !== '' && rubric.trim() !== template.trim() && (
        <Button size="small" className="justify-self-start" onClick={() => onChange(template)}>
          {more.useTemplate}
        </Button>
      )}
      {withThreshold && (
        <Field label={more.threshold} hint={more.thresholdHint} className="max-w-56">
          <Input
            type="number"
            min={0}
            max={1}
            step="any"
            placeholder="0.8"
            value={threshold}
            onChange={({ target }) => onChange(joinThreshold(text, target.value))}
          />
        </Field>
      )}
      {type === 'tool_calls' && <ToolFields rubric={rubric} onChange={onChange} />}
      {type === 'trajectory' && <TrajectoryFields rubric={rubric} onChange={onChange} />}
    </div>
  );
}

interface HelperProps {
  rubric: string;
  onChange: (rubric: string) => void;
}

const MATCHES = ['exact', 'subset', 'ignore'] as const;
const ORDERS = ['any', 'exact', 'subset'] as const;

function ToolFields({ rubric, onChange }: HelperProps) {
  const texts = useTexts(rubricTexts);
  const value = objectInRubric(rubric);
  if (value === null) return <p className="text-sm text-muted">{texts.noHelp}</p>;
  const set = (member: string, next: unknown) => onChange(withMember(rubric, member, next));
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="sr-only">{texts.toolSettings}</legend>
      <Field label={texts.match}>
        <Select
          value={MATCHES.find((one) => one === value['match']) ?? 'exact'}
          onChange={({ target }) => set('match', target.value)}
        >
          {MATCHES.map((one) => (
            <option key={one} value={one}>
              {texts.matches[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.order}>
        <Select
          value={ORDERS.find((one) => one === value['order']) ?? 'any'}
          onChange={({ target }) => set('order', target.value)}
        >
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {texts.orders[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        className="sm:pt-7"
        label={texts.allowUnexpected}
        checked={value['allowUnexpected'] === true}
        onChange={({ target }) => set('allowUnexpected', target.checked)}
      />
    </fieldset>
  );
}

const AMOUNTS = ['maxSteps', 'maxRepeats', 'maxCostUsd', 'maxDurationMs'] as const;
const LISTS = ['mustCall', 'mustNotCall', 'order'] as const;
const DEMANDS = ['endsWithAnswer', 'noFailedStep'] as const;

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');
const namesIn = (text: string): string[] | undefined => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
};

/** Each field is a check; an empty one is left out. */
function TrajectoryFields({ rubric, onChange }: HelperProps) {
  const texts = useTexts(rubricTexts);
  const value = objectInRubric(rubric);
  if (value === null) return <p className="text-sm text-muted">{texts.noHelp}</p>;
  const set = (member: string, next: unknown) => onChange(withMember(rubric, member, next));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-medium">{texts.checks}</legend>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {AMOUNTS.map((name) => (
          <Field key={name} label={texts.amounts[name]}>
            <Input
              type="number"
              min={0}
              step="any"
              value={typeof value[name] === 'number' ? String(value[name]) : ''}
              onChange={({ target }) => set(name, target.value === '' ? undefined : Number(target.value))}
            />
          </Field>
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {LISTS.map((name) => (
          <Field key={name} label={texts.lists[name]} hint={texts.listHint}>
            <ListInput value={value[name]} onChange={(names) => set(name, names)} />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {DEMANDS.map((name) => (
          <Checkbox
            key={name}
            label={texts.demands[name]}
            checked={value[name] === true}
            onChange={({ target }) => set(name, target.checked ? true : undefined)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ListInputProps {
  value: unknown;
  onChange: (names: string[] | undefined) => void;
}

/** Keeps a comma at the end while somebody types. */
const ListInput = ({ value, onChange }: ListInputProps) => (
  <Input
    key={listed(value)}
    defaultValue={listed(value)}
    autoComplete="off"
    onBlur={({ target }) => target.value !== listed(value) && onChange(namesIn(target.value))}
  />
);
