// Reprices past calls with the current prices: first a dry run, then the change.
import { useState } from 'react';
import { useProjectId, useSend, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useWindow } from '#lib/url-state';
import { Button, Card, ConfirmDialog, ErrorNotice, WindowPicker, say } from '#ui';
import { RepriceResult } from './repriced.tsx';
import { pricesTexts } from './texts.ts';
import type { Wanted } from './types.ts';

type Result = Schemas['Repriced'];

export function Reprice({ onWant }: { onWant: (wanted: Wanted) => void }) {
  const texts = useTexts(pricesTexts);
  const format = useFormat();
  const projectId = useProjectId();
  const { choice, window, choose } = useWindow();
  const [confirming, setConfirming] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const look = useSend('post', '/v1/account/model-prices/reprice', { onSuccess: setResult });
  const apply = useSend('post', '/v1/account/model-prices/reprice', {
    changes: ['/v1/query', '/v1/calls', '/v1/traces', '/v1/sessions'],
    onSuccess: (done) => {
      setResult(done);
      setConfirming(false);
      say(texts.applied(format.count(done.changedRecords)));
    },
  });
  return (
    <Card
      title={texts.past}
      about={projectId === null ? texts.pastAbout : texts.pastAboutProject}
      actions={
        <WindowPicker
          choice={choice}
          onChange={(next) => {
            setResult(null);
            choose(next);
          }}
        />
      }
    >
      <div>
        <Button
          busy={look.isPending}
          onClick={() => {
            setResult(null);
            look.mutate({ body: { ...window, dryRun: true } });
          }}
        >
          {texts.dryRun}
        </Button>
      </div>
      {look.error && <ErrorNotice error={look.error} />}
      {result && (
        <RepriceResult
          result={result}
          onWant={onWant}
          {...(result.applied ? {} : { onApply: () => setConfirming(true) })}
        />
      )}
      {confirming && result && (
        <ConfirmDialog
          open
          title={texts.applyTitle(format.count(result.changedRecords))}
          about={texts.applyAbout(format.time(result.startTime), format.time(result.endTime))}
          action={texts.apply}
          busy={apply.isPending}
          error={apply.error}
          onClose={() => {
            apply.reset();
            setConfirming(false);
          }}
          onConfirm={() =>
            apply.mutate({
              body: { startTime: result.startTime, endTime: result.endTime, dryRun: false },
            })
          }
        />
      )}
    </Card>
  );
}
