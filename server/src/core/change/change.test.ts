// Checks what types cannot: features and services change metadata only through change.ts, which writes the
// audit entry.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('../../', import.meta.url);

/** Files with their own transactions, and why these are not changes by a user. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'features/account-closing/deletion.job.ts':
    'rows of a deleted account; closing and deleting it are audited',
  'features/account/content-deletion.job.ts': 'content whose consent was withdrawn, which is audited',
  'features/account/finish-deletion.ts': 'a claim on the deletion job; its outcome is audited',
  'features/alerts/apply-decisions.ts': 'events that the service detected; the event itself is the record',
  'features/annotations/review-queue/claim.ts': 'a five-minute claim of a reviewer on a call',
  'features/api-keys/oauth/device/begin.ts': 'a login that nobody has decided; the decision is audited',
  'features/api-keys/oauth/device/ended-logins.job.ts': 'expired logins',
  'features/api-keys/oauth/device/redeem.ts': 'the time of a poll; the key itself is audited',
  'features/api-keys/store.ts': 'the last use of keys, stored from time to time',
  'features/auth/password-reset.ts': 'enqueues a job, which writes the entry if the user exists',
  'features/auth/single-sign-on/finish.ts': 'a used sign-in attempt; the sign-in itself is audited',
  'features/comments/comments.ts': 'that a member has read a mention',
  'features/erasure/count-finished.ts': 'what an interrupted erasure has done; the erasure is audited',
  'features/erasure/erasure.job.ts': 'data deleted by an erasure, whose start and end are audited',
  'features/erasure/sweep.job.ts': 'the same, for data that was written late',
  'features/erasure/take-out.ts': 'files of an erasure, which is audited',
  'features/eval-rules/score/score-group.ts': 'a job records its progress',
  'features/eval-rules/score/score-writer.ts': 'scores written by a job; the rule is audited',
  'features/eval-runs/execute/load-calls.ts': 'a job records that an output is stored',
  'features/eval-runs/execute/pick.ts': 'a job records which calls a run uses; the run is audited',
  'features/eval-runs/execute/run.job.ts':
    'the start and progress of a run; its creation and outcome are audited',
  'features/eval-runs/execute/score-run.ts': 'scores written by a job; the run is audited',
  'features/experiments/execute/cell-writer.ts':
    'answers and scores written by a job; the experiment is audited',
  'features/experiments/execute/experiment.job.ts':
    'the start and progress of an experiment; its creation and outcome are audited',
  'features/guardian/scan/scan-account.ts':
    'findings of the service and its progress; what people do with findings is audited',
  'features/guardian/scan/scan-assessments.ts': 'the same, for findings from a classifier',
  'features/housekeeping/housekeeping.job.ts': 'expired rows',
  'features/ingest/duplicate-spans/call-demotion.job.ts': 'enqueues a job because of arriving records',
  'features/ingest/span-events/add-events.job.ts':
    'enqueues a job and postpones events, which arrive like records',
  'features/ingest/span-events/waiting-events.ts': 'events that arrive like records',
  'features/judge-trust/probe-account.ts': 'probes written by a job',
  'features/judge-trust/probe-lock.ts': 'a lease on the probes of an account',
  'features/model-connections/connections.ts': 'the note of the last test',
  'features/model-prices/reprice.ts': 'a note for whoever finishes the repricing, which is audited',
  'features/proposals/refresh.ts': 'proposals computed by the service; decisions of people are audited',
  'features/review-queues/fill.job.ts': 'a job adds calls and records its progress; the queue is audited',
  'features/review-queues/items/take.ts': 'a place that a reviewer holds for some minutes',
  'features/review-queues/publish.ts': 'notes that the scores of an answer are stored; the answer is audited',
  'features/runtime-gate/spend/costs-changed.ts': 'spend after a repricing, which is audited',
  'features/runtime-gate/spend/exchange.ts':
    'spend and holds of agents; changes of records and budgets are audited',
  'features/runtime-gate/spend/reconcile.ts': 'spend computed from the records',
  'features/runtime-gate/spend/spend-tracker.ts': 'holds that agents release',
  'features/runtime-gate/spend/sweep.job.ts': 'expired rows',
  'features/safety/scan/expire.job.ts': 'assessments of expired calls',
  'features/safety/scan/scan-account.ts': 'a job records its progress',
  'features/safety/scan/scan-calls.ts':
    'assessments and claims on calls; a scan requested by a person is audited',
  'features/sample-data/removal.job.ts': 'data deleted by a removal, whose request is audited',
  'features/scores/locate.job.ts': 'a job records which record a score refers to',
  'features/scores/save-made.ts': 'scores are data, like records',
  'features/scores/save.ts': 'scores are data, like records',
  'features/scores/sent-score.ts': 'scores are data, like records',
  'services/media/index.ts': 'files of a closed account, whose closing is audited',
  'services/media/keep.ts': 'files are data, like records',
  'services/media/remove.ts': 'files that nothing refers to any more',
  'services/merged-calls/store.ts': 'notes of spans that are not counted',
  'services/models/budget/reserve.ts': 'money reserved and spent by work whose request is audited',
  'services/models/budget/sweep.job.ts': 'expired reservations',
  'services/models/connections/spend.ts': 'what calls of models hold and spend',
  'services/receipts/store.ts': 'counts of what clients sent',
  'services/retention/retention.job.ts': 'a job records that it is done',
};

it('no feature or service opens an unaudited transaction, except for the listed files', () => {
  const files = globSync('{features,services}/**/*.ts', { cwd: SRC.pathname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  const own = files.filter((file) =>
    /[.'](?:countingT|t)ransaction\b/.test(readFileSync(new URL(file, SRC), 'utf8')),
  );
  expect(own.toSorted()).toEqual(Object.keys(EXCEPTIONS));
});

it('no feature or service writes audit entries directly', () => {
  const files = globSync('{features,services,otlp,jobs,http}/**/*.ts', { cwd: SRC.pathname });
  const own = files.filter((file) => readFileSync(new URL(file, SRC), 'utf8').includes('appendAudit'));
  expect(own).toEqual([]);
});
