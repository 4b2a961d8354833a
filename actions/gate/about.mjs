// Names what the gate is about: the start of the run, and the place where its baseline is remembered. A dataset and each
// of its splits have their own, so that one job can check several of them.
import { createHash } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';

const { env } = process;
const text = (name) => (env[name] ?? '').trim();

const [dataset, split] = [text('DATASET'), text('SPLIT')];
// A split can have any name; a cache key cannot, and an idempotency key is short.
const mark = split === '' ? '' : createHash('sha256').update(split).digest('hex').slice(0, 12);

// The key of another split must not begin with this one.
const cache = `tracewell-baseline-${mark === '' ? '' : `split-${mark}-`}${dataset}-`;
// "Re-run jobs" starts a new run. A step that is repeated within one attempt does not.
const start = ['gh', text('GITHUB_RUN_ID'), text('GITHUB_RUN_ATTEMPT'), dataset, mark];

// An earlier step of the job may have left the baseline of another dataset or split.
rmSync('.tracewell-baseline', { force: true });
// A run that exists already is neither started nor remembered.
if (dataset !== '')
  appendFileSync(
    text('GITHUB_OUTPUT'),
    `cache=${cache}\nidempotency-key=${start.filter(Boolean).join('-')}\nmark=${mark}\n`,
  );
