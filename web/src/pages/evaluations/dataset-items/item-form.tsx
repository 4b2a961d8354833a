// The fields of an item: input, expected output, split and metadata.
import { useState, type ReactNode } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts, useWorded } from '#i18n';
import { Button, DialogActions, Field, Form, Input, TextArea, useDatasetLimits } from '#ui';
import { datasetTexts } from '../datasets/texts.ts';
import { sharedTexts } from '../texts.ts';
import { draftOf, readDraft, type ValueDraft } from './item-value.ts';
import { ValueField } from './value-field.tsx';
import { itemTexts } from './texts.ts';
import { refusalWordings } from '../datasets/refusal-wordings.ts';

type Item = Schemas['EvalDatasetFullItem'];

interface ItemFormProps {
  datasetId: number;
  item?: Item;
  splits: readonly string[];
  onSaved: () => void;
  /** Beside the button that saves. */
  actions?: ReactNode;
}

interface Drafts {
  input: ValueDraft;
  expected: ValueDraft;
  split: string;
  metadata: string;
}

const draftsOf = (item: Item | undefined): Drafts => ({
  input: draftOf(item?.input),
  expected: draftOf(item?.expectedOutput),
  split: item?.split ?? '',
  metadata: item?.metadata ? JSON.stringify(item.metadata, null, 2) : '',
});

/** Undefined if it is not a JSON object; null if it is empty. */
function metadataIn(text: string): Record<string, unknown> | null | undefined {
  const { value, isBad } = readDraft({ kind: 'json', text, messages: [] });
  if (isBad) return undefined;
  if (value === null) return null;
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

export function ItemForm({ datasetId, item, splits, onSaved, actions }: ItemFormProps) {
  const texts = useTexts(itemTexts);
  const shared = useTexts(sharedTexts);
  const dataset = useTexts(datasetTexts);
  const worded = useWorded(refusalWordings);
  const { characters } = useDatasetLimits();
  const [drafts, setDrafts] = useState(() => draftsOf(item));
  const [tried, setTried] = useState(false);
  const set = (change: Partial<Drafts>) => setDrafts({ ...drafts, ...change });
  const save = useSend('post', '/v1/eval-datasets/{id}/items/batch', {
    changes: ['/v1/eval-datasets'],
    onSuccess: ({ refused }) => {
      if (refused.length === 0) onSaved();
    },
  });
  const input = readDraft(drafts.input);
  const expected = readDraft(drafts.expected);
  const metadata = metadataIn(drafts.metadata);
  const submit = () => {
    setTried(true);
    if (input.isBad || input.value === null || expected.isBad || metadata === undefined) return;
    const write = {
      ...(item ? { id: item.id } : {}),
      input: input.value,
      expectedOutput: expected.value,
      split: drafts.split.trim() === '' ? null : drafts.split,
      metadata,
    };
    save.mutate({ path: { id: datasetId }, body: { items: [write], duplicates: 'keep' } });
  };
  const [refused] = save.data?.refused ?? [];
  const faultAt = (field: string): string | null =>
    refused?.field === field
      ? worded({ code: refused.reason, values: refused.values }, refused.message).words
      : null;
  return (
    <Form onSubmit={submit} error={save.error}>
      <ValueField
        label={dataset.input}
        draft={drafts.input}
        maxLength={characters}
        required
        fault={
          tried && input.isBad
            ? texts.badJson
            : tried && input.value === null
              ? texts.needsInput
              : faultAt('input')
        }
        onChange={(next) => set({ input: next })}
      />
      <ValueField
        label={dataset.expected}
        hint={dataset.expectedHint}
        draft={drafts.expected}
        maxLength={characters}
        fault={tried && expected.isBad ? texts.badJson : faultAt('expectedOutput')}
        onChange={(next) => set({ expected: next })}
      />
      <Field label={texts.split} hint={texts.splitHint} fault={faultAt('split')}>
        <Input
          maxLength={50}
          list={`splits-${datasetId}`}
          autoComplete="off"
          value={drafts.split}
          onChange={({ target }) => set({ split: target.value })}
        />
      </Field>
      <datalist id={`splits-${datasetId}`}>
        {splits.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label={texts.metadata}
        hint={texts.metadataHint}
        fault={tried && metadata === undefined ? texts.badMetadata : faultAt('metadata')}
      >
        <TextArea
          rows={3}
          spellCheck={false}
          className="font-mono text-sm"
          value={drafts.metadata}
          onChange={({ target }) => set({ metadata: target.value })}
        />
      </Field>
      {refused && faultAt(refused.field) !== null && !FIELDS.has(refused.field) && (
        <p role="alert" className="text-sm text-bad">
          {faultAt(refused.field)}
        </p>
      )}
      <DialogActions>
        {actions}
        <Button look="main" type="submit" busy={save.isPending}>
          {item ? shared.save : dataset.add}
        </Button>
      </DialogActions>
    </Form>
  );
}

/** Fields that show their own fault. */
const FIELDS: ReadonlySet<string> = new Set(['input', 'expectedOutput', 'split', 'metadata']);
