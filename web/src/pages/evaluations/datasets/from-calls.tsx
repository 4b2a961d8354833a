// Imports dataset items from calls. The dialog stays open to show why calls were skipped.
import { useState } from 'react';
import { useAsk, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Badge,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  ErrorNotice,
  Loaded,
  PreviewLines,
  SkeletonRows,
  StoreMessages,
  DatasetLimit,
  useDatasetLimits,
} from '#ui';
import { datasetTexts } from './texts.ts';
import { useReason } from '../use-reason.ts';

type Result = Schemas['EvalDatasetFromCalls'];

interface FromCallsProps {
  dataset: Schemas['EvalDataset'];
  onClose: () => void;
}

export function ItemsFromCalls({ dataset, onClose }: FromCallsProps) {
  const texts = useTexts(datasetTexts);
  const take = useSend('post', '/v1/eval-datasets/{id}/items/from-calls', {
    changes: ['/v1/eval-datasets'],
  });
  return (
    <Dialog open wide onClose={onClose} title={texts.callsTitle} about={texts.callsAbout}>
      {take.data ? (
        <Outcome result={take.data} onDone={onClose} />
      ) : (
        <>
          {take.error && <ErrorNotice error={take.error} />}
          <Choice
            dataset={dataset}
            busy={take.isPending}
            onTake={(callIds) => take.mutate({ path: { id: dataset.id }, body: { callIds } })}
          />
        </>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  dataset: Schemas['EvalDataset'];
  busy: boolean;
  onTake: (callIds: string[]) => void;
}

function Choice({ dataset, busy, onTake }: ChoiceProps) {
  const texts = useTexts(datasetTexts);
  const format = useFormat();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const asked = useAsk('/v1/query/calls', { limit: 50, preview: true });
  const limits = useDatasetLimits();
  const room = limits.items - dataset.itemCount;
  return (
    <Loaded
      of={asked}
      skeleton={<SkeletonRows rows={6} />}
      empty={
        asked.data?.records.length === 0 && <p className="py-6 text-center text-muted">{texts.noCalls}</p>
      }
    >
      {({ records }) => (
        <>
          <fieldset className="grid min-w-0 gap-2">
            <legend className="mb-1.5 text-sm font-medium">
              {texts.callsLabel}{' '}
              <span className="font-normal text-muted">{texts.room(format.count(room))}</span>
            </legend>
            <div className="grid max-h-80 min-w-0 gap-2 overflow-y-auto rounded-md border p-3">
              {records.map(({ id, model, timestamp, error, preview }) => (
                <Checkbox
                  key={id}
                  checked={chosen.includes(id)}
                  disabled={!chosen.includes(id) && chosen.length >= room}
                  onChange={({ target }) =>
                    setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                  label={
                    <span className="grid min-w-0">
                      <PreviewLines preview={preview} />
                      <span className="flex min-w-0 items-center gap-x-2 text-xs text-muted">
                        <span className="shrink-0">
                          {model} · {format.time(timestamp, 'short')}
                        </span>
                        <code className="min-w-0 truncate font-mono" title={id}>
                          {id}
                        </code>
                        {error !== null && <Badge tone="bad">{error.slice(0, 40)}</Badge>}
                      </span>
                    </span>
                  }
                />
              ))}
            </div>
          </fieldset>
          {chosen.length >= room && <DatasetLimit wanted={limits.items + 1} />}
          <DialogActions>
            <Button
              look="main"
              busy={busy}
              disabled={chosen.length === 0}
              onClick={() => onTake([...chosen])}
            >
              {texts.take(format.count(chosen.length))}
            </Button>
          </DialogActions>
        </>
      )}
    </Loaded>
  );
}

function Outcome({ result, onDone }: { result: Result; onDone: () => void }) {
  const texts = useTexts(datasetTexts);
  const format = useFormat();
  const reasonOf = useReason();
  const limits = useDatasetLimits();
  return (
    <>
      <div role="status" className="grid min-w-0 gap-3">
        <p className="font-medium">{texts.tookSome(format.count(result.added))}</p>
        {result.truncated.length > 0 && (
          <ul className="grid gap-1 text-sm text-warm">
            {result.truncated.map(({ callId, field, chars }) => (
              <li key={`${callId} ${field}`}>
                {texts.truncated(callId, format.count(chars), format.count(limits.characters))}
              </li>
            ))}
          </ul>
        )}
        {result.skipped.length > 0 && (
          <section className="grid min-w-0 gap-1">
            <h3 className="text-base">{texts.skipped}</h3>
            <ul className="grid min-w-0 gap-1">
              {result.skipped.map(({ callId, reason, message }) => (
                <li key={callId} className="flex min-w-0 flex-wrap gap-x-2" title={message}>
                  <code className="max-w-40 truncate font-mono sm:max-w-96 text-sm" title={callId}>
                    {callId}
                  </code>
                  <span className="text-warm">{reasonOf(reason, message)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {result.skipped.some(({ reason }) => reason === 'content_not_stored') && <StoreMessages />}
      </div>
      <DialogActions>
        <Button look="main" onClick={onDone}>
          {texts.done}
        </Button>
      </DialogActions>
    </>
  );
}
