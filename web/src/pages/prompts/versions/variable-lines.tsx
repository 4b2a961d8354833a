// The variables of a version while they are edited: one row for each that the template uses.
import { useTexts } from '#i18n';
import { Checkbox, Field, Input } from '#ui';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';

type Variables = NonNullable<PromptData['variables']>;
type Variable = Variables[string];
type Detailed = Exclude<Variable, string>;

export const detailed = (variable: Variable | undefined): Detailed =>
  typeof variable === 'string' ? { default: variable } : (variable ?? {});

export const defaultText = ({ default: value }: Detailed): string =>
  value === null || value === undefined ? '' : String(value);

export function variablesOf(
  names: readonly string[],
  values: Record<string, string>,
  before: PromptData['variables'],
): Variables | null {
  if (names.length === 0) return null;
  const pairs = names.map((name, index): [string, Detailed] => {
    const known = detailed(before?.[name]);
    const text = values[`default-${index}`] ?? '';
    // An unchanged number stays a number.
    const kept = text === defaultText(known) && known.default !== undefined ? known.default : text || null;
    return [
      name,
      {
        description: values[`description-${index}`] || null,
        default: kept,
        required: values[`required-${index}`] === 'on',
      },
    ];
  });
  return Object.fromEntries(pairs);
}

export function VariableLines({
  names,
  before,
}: {
  names: readonly string[];
  before: PromptData['variables'];
}) {
  const texts = useTexts(promptsTexts);
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">{texts.variables}</legend>
      <p className="text-sm text-muted">{texts.variablesHint}</p>
      {names.map((name, index) => {
        const known = detailed(before?.[name]);
        return (
          <div key={name} className="grid items-center gap-2 sm:grid-cols-[10rem_1fr_1fr]">
            <div className="grid min-w-0 gap-1">
              <code className="truncate font-mono text-sm font-medium text-accent" title={name}>
                {name}
              </code>
              <Checkbox
                name={`required-${index}`}
                defaultChecked={known.required ?? false}
                aria-label={texts.requiredOf(name)}
                label={<span className="text-sm">{texts.variableColumns.required}</span>}
              />
            </div>
            <Field label={texts.defaultOf(name)} hideLabel>
              <Input
                name={`default-${index}`}
                defaultValue={defaultText(known)}
                placeholder={texts.variableColumns.default}
              />
            </Field>
            <Field label={texts.descriptionOf(name)} hideLabel>
              <Input
                name={`description-${index}`}
                maxLength={500}
                defaultValue={known.description ?? ''}
                placeholder={texts.variableColumns.description}
              />
            </Field>
          </div>
        );
      })}
    </fieldset>
  );
}
