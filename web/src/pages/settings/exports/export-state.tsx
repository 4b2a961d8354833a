import { DatabaseBackup } from 'lucide-react';
import { useState } from 'react';
import { useSend } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  AlertBox,
  Badge,
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  Stat,
  StatusDot,
  Time,
  say,
  useErrorText,
} from '#ui';
import { exportsTexts } from './texts.ts';
import type { DailyExport } from './types.ts';

const PATH = '/v1/account/export-schedule';
const CHANGES = { wholeAccount: true, changes: [PATH, '/v1/audit'] };

export function ExportState({ schedule, mayManage }: { schedule: DailyExport | null; mayManage: boolean }) {
  const texts = useTexts(exportsTexts);
  if (schedule === null)
    return (
      <Card>
        <EmptyState icon={<DatabaseBackup size={22} aria-hidden />} title={texts.none}>
          {mayManage ? texts.noneAbout : texts.adminsManage}
        </EmptyState>
      </Card>
    );
  return (
    <Card title={texts.state} actions={mayManage && <Actions schedule={schedule} />}>
      <div className="flex flex-wrap items-center gap-2">
        <Running schedule={schedule} />
        <Badge>{schedule.content ? texts.withContent : texts.withoutContent}</Badge>
        <span className="min-w-0 font-mono text-sm break-all text-muted">{targetText(schedule)}</span>
      </div>
      <Fault schedule={schedule} />
      <Figures schedule={schedule} />
    </Card>
  );
}

const targetText = ({ s3, folder }: DailyExport): string =>
  s3 ? `s3://${[s3.bucket, s3.prefix].filter((part) => part !== '').join('/')}` : (folder ?? '');

function Running({ schedule: { state, enabled, lastRun } }: { schedule: DailyExport }) {
  const texts = useTexts(exportsTexts);
  if (state !== 'idle') return <StatusDot tone="cool">{texts[state]}</StatusDot>;
  if (!enabled) return <StatusDot tone="neutral">{texts.off}</StatusDot>;
  return <StatusDot tone={lastRun?.error ? 'bad' : 'good'}>{texts.on}</StatusDot>;
}

function Fault({ schedule: { lastRun } }: { schedule: DailyExport }) {
  const texts = useTexts(exportsTexts);
  if (!lastRun?.error) return null;
  return (
    <AlertBox>
      <p className="min-w-0">
        {texts.faults[lastRun.error]}
        {lastRun.errorDetail !== null && ` ${texts.detail(lastRun.errorDetail)}`}
      </p>
    </AlertBox>
  );
}

function Figures({ schedule }: { schedule: DailyExport }) {
  const texts = useTexts(exportsTexts);
  const format = useFormat();
  const { lastRun, nextRunAt, exportedThrough, rows, bytes, files } = schedule;
  // Before the first run there is nothing to count.
  const isThere = exportedThrough !== null;
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      <Stat
        label={texts.lastRun}
        value={lastRun ? <Time at={lastRun.finishedAt} show="short" /> : texts.never}
      />
      <Stat label={texts.nextRun} value={nextRunAt ? <Time at={nextRunAt} show="short" /> : '–'} />
      <Stat
        label={texts.through}
        value={exportedThrough === null ? texts.never : format.utcDay(exportedThrough)}
      />
      <Stat label={texts.daysWritten} value={format.count(lastRun?.daysWritten)} />
      <Stat label={texts.rows} value={format.count(isThere ? rows : null)} />
      <Stat label={texts.size} value={format.bytes(isThere ? bytes : null)} />
      <Stat label={texts.files} value={format.count(isThere ? files : null)} />
    </div>
  );
}

function Actions({ schedule }: { schedule: DailyExport }) {
  const texts = useTexts(exportsTexts);
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const run = useSend('post', `${PATH}/run`, { ...CHANGES, onSuccess: () => say(texts.started) });
  const end = useSend('delete', PATH, {
    ...CHANGES,
    onSuccess: () => {
      setAsking(false);
      say(texts.ended);
    },
  });
  return (
    <>
      <Button
        busy={run.isPending}
        disabled={!schedule.enabled || schedule.state === 'running'}
        onClick={() => run.mutate({}, { onError: (error) => say(errorText(error), 'bad') })}
      >
        {texts.runNow}
      </Button>
      <Button look="danger" onClick={() => setAsking(true)}>
        {texts.end}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          title={texts.endTitle}
          about={schedule.s3 ? texts.endAbout : texts.endFolderAbout}
          action={texts.endAction}
          busy={end.isPending}
          error={end.error}
          onClose={() => {
            end.reset();
            setAsking(false);
          }}
          onConfirm={() => end.mutate({})}
        />
      )}
    </>
  );
}
