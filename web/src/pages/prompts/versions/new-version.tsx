// Creates a version of a new or existing prompt. Each variable in the template gets a row.
import { useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Checkbox, Dialog, DialogActions, Field, Form, Input, TextArea, faultOf, say } from '#ui';
import { placeholders } from './template-text.tsx';
import { promptsTexts } from '../texts.ts';
import type { Prompt } from '../types.ts';
import { CHANGED } from '../use-prompts.ts';

type Variables = NonNullable<Prompt['variables']>;
type Variable = Variables[string];
type Detailed = Exclude<Variable, string>;

export const detailed = (variable: Variable | undefined): Detailed =>
  typeof variable === 'string' ? { default: variable } : (variable ?? {});

export const defaultText = ({ default: value }: Detailed): string =>
  value === null || value === undefined ? '' : String(value);

function variablesOf(
  names: readonly string[],
  values: Record<string, string>,
  before: Prompt['variables'],
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

const labelsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,、]/)
      .map((label) => label.trim())
      .filter(Boolean),
  ),
];

const FIELDS = ['name', 'version', 'template', 'description', 'labels'];

interface NewVersionProps {
  /** The version to start from; omit it to create a prompt with a new name. */
  base?: Prompt;
  onClose: () => void;
  onMade: (prompt: Prompt) => void;
}

export function NewVersion({ base, onClose, onMade }: NewVersionProps) {
  const texts = useTexts(promptsTexts);
  const [template, setTemplate] = useState(base?.template ?? '');
  const names = placeholders(template).slice(0, 200);
  const create = useSend('post', '/v1/prompts', {
    changes: CHANGED,
    onSuccess: ({ prompt }) => {
      say(texts.made(prompt.version));
      onClose();
      onMade(prompt);
    },
  });
  const send = (values: Record<string, string>) =>
    create.mutate({
      body: {
        name: base?.name ?? values['name'] ?? '',
        version: values['version'] ?? '',
        template,
        variables: variablesOf(names, values, base?.variables ?? null),
        labels: labelsOf(values['labels'] ?? ''),
        description: values['description'] || null,
      },
    });
  const fault = (name: string) => faultOf(create.error, name);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={base ? texts.createVersionTitle(base.name) : texts.createPromptTitle}
    >
      <Form onSubmit={send} error={create.error} fields={FIELDS}>
        <div className="grid gap-5 sm:grid-cols-2">
          {!base && (
            <Field label={texts.name} hint={texts.nameHint} fault={fault('name')}>
              <Input name="name" required maxLength={200} autoComplete="off" />
            </Field>
          )}
          <Field label={texts.version} hint={texts.versionHint} fault={fault('version')}>
            <Input name="version" required maxLength={100} autoComplete="off" />
          </Field>
        </div>
        <Field label={texts.template} hint={texts.templateHint} fault={fault('template')}>
          <TextArea
            required
            rows={10}
            spellCheck={false}
            className="font-mono text-sm"
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
          />
        </Field>
        {names.length > 0 && <VariableLines names={names} before={base?.variables ?? null} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.description} hint={texts.descriptionHint} fault={fault('description')}>
            <Input name="description" maxLength={500} autoComplete="off" />
          </Field>
          <Field label={texts.labelsField} hint={texts.labelsHint} fault={fault('labels')}>
            <Input name="labels" defaultValue={base?.labels.join(', ') ?? ''} autoComplete="off" />
          </Field>
        </div>
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function VariableLines({ names, before }: { names: readonly string[]; before: Prompt['variables'] }) {
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
