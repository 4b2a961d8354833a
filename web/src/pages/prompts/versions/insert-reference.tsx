// Chooses another prompt and writes a reference to it into the text that is being edited.
import { FileInput } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { Button, Combobox, Field, Select } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import type { PromptData } from '../types.ts';
import { useAllPromptNames, useVersions } from '../use-prompts.ts';
import { isReferable, referenceChoices, referenceText } from './reference.ts';

interface InsertReferenceProps {
  /** The prompt that is being edited, which cannot contain itself. */
  own: string | undefined;
  /** Where it goes, for the button. */
  into: string;
  onInsert: (reference: string) => void;
}

export function InsertReference({ own, into, onInsert }: InsertReferenceProps) {
  const texts = useTexts(promptPartTexts);
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <div className="grid min-w-0 gap-3">
      <div>
        <Button
          size="small"
          aria-expanded={open}
          icon={<FileInput size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          {texts.insertPrompt}
        </Button>
      </div>
      {open && (
        <fieldset className="grid min-w-0 items-end gap-3 rounded-md border p-3 sm:grid-cols-[1fr_1fr_auto]">
          <legend className="sr-only">{texts.insertPrompt}</legend>
          <NameChoice own={own} name={name} onChange={setName} />
          {name !== '' && (
            <VersionChoice
              key={name}
              name={name}
              into={into}
              onInsert={(reference) => {
                onInsert(reference);
                setOpen(false);
              }}
            />
          )}
        </fieldset>
      )}
    </div>
  );
}

interface NameChoiceProps {
  own: string | undefined;
  name: string;
  onChange: (name: string) => void;
}

function NameChoice({ own, name, onChange }: NameChoiceProps) {
  const texts = useTexts(promptPartTexts);
  const list = useAllPromptNames();
  const names = (list.data?.pages ?? []).flatMap((page) => page.names.map((each) => each.name));
  return (
    <Field label={texts.insertWhich}>
      <Combobox
        value={name}
        none={texts.insertNone}
        options={names
          .filter((each) => each !== own && isReferable(each))
          .map((each) => ({ value: each, label: each }))}
        onChange={onChange}
      />
    </Field>
  );
}

interface VersionChoiceProps {
  name: string;
  into: string;
  onInsert: (reference: string) => void;
}

function VersionChoice({ name, into, onInsert }: VersionChoiceProps) {
  const texts = useTexts(promptPartTexts);
  const list = useVersions(name);
  const versions: PromptData[] = (list.data?.pages ?? []).flatMap(({ prompts }) => prompts);
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = referenceChoices(versions);
  const value = choices.find((choice) => choice.value === chosen)?.value ?? choices[0]?.value;
  if (versions[0]?.type === 'chat')
    return <p className="self-center text-sm text-warm sm:col-span-2">{texts.insertOnlyText}</p>;
  return (
    <>
      <Field label={texts.insertBy}>
        <Select value={value ?? ''} onChange={({ target }) => setChosen(target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label !== null
                ? texts.insertLabel(choice.label, choice.version)
                : choice.number === null
                  ? texts.latest
                  : texts.insertVersion(choice.version, choice.number)}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        look="main"
        disabled={value === undefined}
        onClick={() => value !== undefined && onInsert(referenceText(name, value))}
      >
        {texts.insertInto(into)}
      </Button>
    </>
  );
}
