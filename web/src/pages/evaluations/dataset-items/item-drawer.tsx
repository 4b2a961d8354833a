// One item beside the list: edited in the current version, shown as it was in an earlier one.
import { useState } from 'react';
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Button, CodeBlock, ConfirmDialog, PeekDrawer, TextLink, say } from '#ui';
import { datasetTexts } from '../datasets/texts.ts';
import { ItemForm } from './item-form.tsx';
import { itemTexts } from './texts.ts';

type Item = Schemas['EvalDatasetFullItem'];

interface ItemDrawerProps {
  datasetId: number;
  item: Item;
  mayEdit: boolean;
  splits: readonly string[];
  onClose: () => void;
  onBefore: (() => void) | undefined;
  onAfter: (() => void) | undefined;
}

export function ItemDrawer({
  datasetId,
  item,
  mayEdit,
  splits,
  onClose,
  onBefore,
  onAfter,
}: ItemDrawerProps) {
  const texts = useTexts(itemTexts);
  const dataset = useTexts(datasetTexts);
  const [removing, setRemoving] = useState(false);
  const title = texts.itemTitle(item.id);
  return (
    <PeekDrawer label={title} title={title} onClose={onClose} onBefore={onBefore} onAfter={onAfter}>
      <div className="grid min-w-0 gap-4">
        {(item.externalId !== null || item.sourceCallId !== null) && (
          <p className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
            {item.externalId !== null && (
              <span className="min-w-0 truncate">
                {texts.externalId}: <code className="font-mono">{item.externalId}</code>
              </span>
            )}
            {item.sourceCallId !== null && (
              <TextLink to="/calls/$id" params={{ id: item.sourceCallId }} title={item.sourceCallId}>
                {dataset.fromCall}
              </TextLink>
            )}
          </p>
        )}
        {mayEdit ? (
          <ItemForm
            // Another item begins with its own values.
            key={item.id}
            datasetId={datasetId}
            item={item}
            splits={splits}
            onSaved={() => say(dataset.saved)}
            actions={
              <Button look="danger" onClick={() => setRemoving(true)}>
                {dataset.remove}
              </Button>
            }
          />
        ) : (
          <ItemAsItIs item={item} />
        )}
      </div>
      {removing && (
        <RemoveItem datasetId={datasetId} item={item} onClose={() => setRemoving(false)} onDone={onClose} />
      )}
    </PeekDrawer>
  );
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function ItemAsItIs({ item }: { item: Item }) {
  const texts = useTexts(itemTexts);
  const dataset = useTexts(datasetTexts);
  const parts: [string, unknown][] = [
    [dataset.input, item.input],
    [dataset.expected, item.expectedOutput],
    [texts.metadata, item.metadata],
  ];
  return (
    <>
      {item.split !== null && (
        <p>
          <Badge>{item.split}</Badge>
        </p>
      )}
      {parts.map(([label, value]) => (
        <section key={label} className="grid min-w-0 gap-1.5">
          <h3 className="text-sm font-medium">{label}</h3>
          {value === null ? (
            <Badge>{dataset.noExpected}</Badge>
          ) : (
            <CodeBlock code={shown(value)} label={label} />
          )}
        </section>
      ))}
    </>
  );
}

interface RemoveProps {
  datasetId: number;
  item: Item;
  onClose: () => void;
  onDone: () => void;
}

function RemoveItem({ datasetId, item, onClose, onDone }: RemoveProps) {
  const dataset = useTexts(datasetTexts);
  const remove = useSend('post', '/v1/eval-datasets/{id}/items/batch', {
    changes: ['/v1/eval-datasets'],
    onSuccess: () => {
      say(dataset.removed);
      onDone();
    },
  });
  return (
    <ConfirmDialog
      open
      title={dataset.removeTitle}
      about={dataset.removeAbout}
      action={dataset.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ path: { id: datasetId }, body: { remove: [item.id] } })}
    />
  );
}
