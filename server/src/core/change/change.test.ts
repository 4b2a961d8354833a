// Checks what types cannot: features and services change metadata only through change.ts, which writes the
// audit entry.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('../../', import.meta.url);

/** Files with their own transactions, and why these are not changes by a user. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'features/account-closing/deletion.job.ts':
    'rows of an account that is gone; that it was closed and deleted is audited',
  'features/account/content-deletion.job.ts': 'content that goes with a consent, whose end is audited',
  'features/account/finish-deletion.ts': 'who has the deletion at hand; what it ends in is audited',
  'features/alerts/apply-decisions.ts':
    'what the service noticed by itself: an event, which is a record of its own',
  'features/alerts/expire.job.ts': 'events that have run out',
  'features/annotations/review-queue/claim.ts': 'who is looking at a call just now, for five minutes',
  'features/api-keys/store.ts': 'when keys were last used, noted now and then',
  'features/auth/password-reset.ts': 'a job; the entry is written by it, if there is such a user',
  'features/auth/single-sign-on/finish.ts': 'a sign-in that is spent; who came in is audited',
  'features/erasure/erasure.job.ts': 'what goes with an erasure; its beginning and its end are audited',
  'features/erasure/sweep.job.ts': 'the same, for what was written late',
  'features/eval-datasets/seal-items.job.ts': 'a job seals what is stored already',
  'features/eval-rules/score/expire.job.ts': 'scores whose calls have run out',
  'features/eval-rules/score/score-group.ts': 'a job notes how far it came',
  'features/eval-rules/score/score-writer.ts': 'scores that a job makes; the rule is audited',
  'features/eval-runs/execute/load-calls.ts': 'a job notes that an output is stored',
  'features/eval-runs/execute/pick.ts': 'a job notes which calls a run is about; the run is audited',
  'features/eval-runs/execute/run.job.ts':
    'a run begins and goes on; that it was made and how it ended is audited',
  'features/eval-runs/execute/score-run.ts': 'scores that a job makes; the run is audited',
  'features/guardian/scan/expire.job.ts': 'findings that have run out',
  'features/guardian/scan/scan-account.ts':
    'what the service noticed by itself, and how far it came; what people do with findings is audited',
  'features/guardian/scan/scan-assessments.ts': 'the same, from what a classifier said',
  'features/housekeeping/housekeeping.job.ts': 'rows that have run out',
  'features/ingest/duplicate-spans/call-demotion.job.ts': 'a job is queued by what records arrived',
  'features/judge-trust/probe-account.ts': 'probes that a job makes',
  'features/judge-trust/probe-lock.ts': 'who is at it, for as long as it takes',
  'features/proposals/refresh.ts': 'what the service worked out by itself; what people decide is audited',
  'features/runtime-gate/spend/costs-changed.ts': 'spend that follows a repricing, which is audited',
  'features/runtime-gate/spend/exchange.ts':
    'what agents spent and hold; records and budgets are audited where they change',
  'features/runtime-gate/spend/reconcile.ts': 'spend as the records have it',
  'features/runtime-gate/spend/spend-tracker.ts': 'what agents held and give back',
  'features/runtime-gate/spend/sweep.job.ts': 'rows that have run out',
  'features/safety/scan/expire.job.ts': 'assessments whose calls have run out',
  'features/safety/scan/scan-account.ts': 'a job notes how far it came',
  'features/safety/scan/scan-calls.ts':
    'assessments as they come, and who is asking about a call just now; a scan that somebody asked for is audited',
  'features/sample-data/removal.job.ts': 'what goes with a removal, which is audited when it is asked for',
  'features/scores/delete.ts': 'scores are data, as records are',
  'features/scores/expire.job.ts': 'scores that have run out',
  'features/scores/locate.job.ts': 'a job notes which record a score is about',
  'features/scores/save.ts': 'scores are data, as records are',
  'services/models/budget/reserve.ts': 'money held and spent by work that is audited where it was asked for',
  'services/models/budget/sweep.job.ts': 'reservations that have run out',
  'services/receipts/store.ts': 'counts of what clients sent',
  'services/retention/retention.job.ts': 'a job notes that it is done',
};

it('no feature or service opens a transaction beside the one that is audited, but for those that say why', () => {
  const files = globSync('{features,services}/**/*.ts', { cwd: SRC.pathname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  const own = files.filter((file) =>
    /[.'](?:countingT|t)ransaction\b/.test(readFileSync(new URL(file, SRC), 'utf8')),
  );
  expect(own.toSorted()).toEqual(Object.keys(EXCEPTIONS));
});

it('no feature or service writes an audit entry of its own making', () => {
  const files = globSync('{features,services,otlp,jobs,http}/**/*.ts', { cwd: SRC.pathname });
  const own = files.filter((file) => readFileSync(new URL(file, SRC), 'utf8').includes('appendAudit'));
  expect(own).toEqual([]);
});
