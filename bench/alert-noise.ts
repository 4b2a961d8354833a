// How often the alert templates fire on steady traffic where nothing is wrong, and how soon they find a real
// change. The functions that decide in the service check every minute, with the rule of repeats. The runs are
// seeded, so the table is the same each time.
//   node bench/alert-noise.ts [--months=24] [--changes=200] [--rhythm=0] [--seed=1] [--only=error-rate]
//       [--window=60] [--calls=20,200,2000]
import { parseArgs } from 'node:util';
import { steady, tryOutRule } from '../server/src/features/alerts/made-traffic.ts';
import { seededRandom } from '../server/src/lib/seeded-random.ts';
import { TEMPLATES } from '../server/src/features/alerts/templates.ts';
import { median } from './lib/process-cost.ts';

const { values } = parseArgs({
  options: {
    months: { type: 'string', default: '24' },
    changes: { type: 'string', default: '200' },
    rhythm: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    /** The window in minutes; the template's own unless set. */
    window: { type: 'string' },
    calls: { type: 'string', default: '20,200,2000' },
  },
});
/** Not simulated: a budget is used up at a known time, and the guardian counts findings. */
const LEFT_OUT = new Set(['monthly-budget', 'guardian-findings']);
const MOST_FALSE = 1;
const LEAST_FOUND = 0.85;

let wrong = 0;
console.log(
  '| template | calls an hour | false firings a month | found within two windows | after (median) |',
);
console.log('| --- | --: | --: | --: | --: |');
for (const template of TEMPLATES) {
  if (LEFT_OUT.has(template.key) || (values.only !== undefined && values.only !== template.key)) continue;
  const rule = { ...template, windowMinutes: Number(values.window ?? template.windowMinutes) };
  for (const callsPerHour of values.calls.split(',').map(Number)) {
    // Heavy traffic takes long to generate, and a month of it says more.
    const share = callsPerHour > 1_000 ? 0.1 : 1;
    const size = {
      months: Math.max(1, Math.round(Number(values.months) * share)),
      changes: Math.max(1, Math.round(Number(values.changes) * share)),
    };
    const traffic = steady(callsPerHour, Number(values.rhythm));
    const { falseFirings, delays } = tryOutRule(
      rule,
      traffic,
      size,
      seededRandom(Number(values.seed) + callsPerHour),
    );
    const found = delays.filter((delay) => delay !== null);
    const [perMonth, foundShare] = [falseFirings / size.months, found.length / delays.length];
    if (perMonth >= MOST_FALSE || foundShare < LEAST_FOUND) wrong += 1;
    const after = found.length === 0 ? '–' : `${Math.round(median(found))} min`;
    console.log(
      `| \`${template.key}\` | ${callsPerHour.toLocaleString('en')} | ${perMonth.toFixed(2)} | ${(foundShare * 100).toFixed(0)} % | ${after} |`,
    );
  }
}
console.log(wrong === 0 ? '\nEvery promise is kept.' : `\n${wrong} rows break a promise.`);
process.exitCode = wrong === 0 ? 0 : 1;
