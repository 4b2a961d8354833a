// What no type can hold: that features change metadata only through change.ts, which writes the audit entry.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SRC = new URL('../', import.meta.url);

/** Transactions of their own, and why what they write is no change that anybody made. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'features/api-keys/store.ts': 'when keys were last used, noted now and then',
  'features/auth/password-reset.ts': 'a job; the entry is written by it, if there is such a user',
  'features/housekeeping/housekeeping.job.ts': 'rows that have run out',
  'features/ingest/doubles/call-demotion.job.ts': 'a job is queued by what records arrived',
  'features/model-prices/reprice-lock.ts':
    'who is at it, for as long as it takes; what it changes is audited at its end',
  'features/retention/retention.job.ts': 'a job notes that it is done',
};

it('no feature opens a transaction beside the one that is audited, but for those that say why', () => {
  const files = globSync('features/**/*.ts', { cwd: SRC.pathname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  const own = files.filter((file) => readFileSync(new URL(file, SRC), 'utf8').includes('.transaction('));
  expect(own.toSorted()).toEqual(Object.keys(EXCEPTIONS));
});

it('no feature writes an audit entry of its own making', () => {
  const files = globSync('{features,otlp,jobs,http}/**/*.ts', { cwd: SRC.pathname });
  const own = files.filter((file) => readFileSync(new URL(file, SRC), 'utf8').includes('appendAudit'));
  expect(own).toEqual([]);
});
