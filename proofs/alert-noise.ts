// How often the alert templates fire on steady traffic where nothing is wrong, and how soon they find a real
// change; then whether "unusual" sees a doubling, and keeps silent on heavy tails. The functions that decide in
// the service check every minute, with the rule of repeats. Each run has a new seed, which it prints, unless one
// is given. The exit code is 1 if a promise is broken.
//   node proofs/alert-noise.ts [--months=24] [--changes=200] [--rhythm=0] [--seed=<n>] [--only=error-rate]
//       [--window=60] [--calls=20,200,2000] [--part=templates,doublings,groups]
import { parseArgs } from 'node:util';
import {
  clearlyBroken,
  DOUBLED,
  heavyTailed,
  steady,
  tryOutGroups,
  tryOutRule,
} from '../server/src/features/alerts/made-traffic.ts';
import { seededRandom } from '../server/src/lib/seeded-random.ts';
import { TYPE_FACTS } from '../server/src/features/alerts/alert-types.ts';
import { TEMPLATES, templateOf } from '../server/src/features/alerts/templates.ts';
import { median } from '../bench/lib/process-cost.ts';

const { values } = parseArgs({
  options: {
    months: { type: 'string', default: '24' },
    changes: { type: 'string', default: '200' },
    rhythm: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    /** The window in minutes; the template's own unless set. */
    window: { type: 'string' },
    calls: { type: 'string', default: '20,200,2000' },
    part: { type: 'string', default: 'templates,doublings,groups' },
  },
});
const parts = new Set(values.part.split(','));
/** Not simulated: a budget is used up at a known time, and the guardian counts findings. */
const LEFT_OUT = new Set(['monthly-budget', 'guardian-findings']);
const MAX_FALSE_ALARMS = 1;
const MIN_FOUND = 0.85;
/** The price of looking in a hundred groups: the window of `outage` has five records of each. */
const MIN_FOUND_IN_GROUPS = 0.3;

/** Minutes within which a doubling is seen at 200 calls an hour. */
const SOON = 120;

let wrong = 0;
console.log(`Seed ${values.seed}\n`);
function templatesTable(): void {
  console.log(
    '| template | calls an hour | false firings a month | found within two windows | after (median) |',
  );
  console.log('| --- | --: | --: | --: | --: |');
  for (const template of TEMPLATES) {
    if (
      LEFT_OUT.has(template.key) ||
      template.watched?.forEach !== undefined ||
      (values.only !== undefined && values.only !== template.key)
    )
      continue;
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
      if (perMonth >= MAX_FALSE_ALARMS || foundShare < MIN_FOUND) wrong += 1;
      const after = found.length === 0 ? '–' : `${Math.round(median(found))} min`;
      console.log(
        `| \`${template.key}\` | ${callsPerHour.toLocaleString('en')} | ${perMonth.toFixed(2)} | ${(foundShare * 100).toFixed(0)} % | ${after} |`,
      );
    }
  }
}

const DOUBLINGS = [
  { key: 'unusual-cost', change: 'cost' },
  { key: 'unusual-cost', change: 'volume' },
  { key: 'unusual-latency', change: 'latency' },
] as const;

function doublingsTable(): void {
  console.log(
    `\n| template, doubled | calls an hour | tails | false firings a month | found within ${SOON} min | within a day | after (median) |`,
  );
  console.log('| --- | --: | --- | --: | --: | --: | --: |');
  for (const { key, change } of DOUBLINGS) {
    if (values.only !== undefined && values.only !== key) continue;
    for (const callsPerHour of [20, 200])
      for (const heavy of [false, true]) {
        const size = {
          months: Math.max(1, Math.round(Number(values.months) / 4)),
          changes: Math.max(1, Math.round(Number(values.changes) / 5)),
        };
        const { falseFirings, delays } = tryOutRule(
          templateOf(key),
          heavy ? heavyTailed(callsPerHour) : steady(callsPerHour),
          { ...size, change: DOUBLED[change], withinMinutes: 1_440 },
          seededRandom(Number(values.seed) + 7 * callsPerHour + Number(heavy)),
        );
        const found = delays.filter((delay) => delay !== null);
        const soon = found.filter((delay) => delay <= SOON).length / delays.length;
        const perMonth = falseFirings / size.months;
        // With heavy tails and few calls, one expensive call looks like a real rise, and no threshold separates them.
        const isPromised = callsPerHour >= 200 || !heavy;
        if (
          (isPromised && perMonth >= MAX_FALSE_ALARMS) ||
          (callsPerHour >= 200 && !heavy && soon < MIN_FOUND)
        )
          wrong += 1;
        const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
        console.log(
          `| \`${key}\`, ${change} | ${callsPerHour} | ${heavy ? 'heavy' : 'usual'} | ${perMonth.toFixed(2)} | ${percent(soon)} | ${percent(found.length / delays.length)} | ${found.length === 0 ? '–' : `${Math.round(median(found))} min`} |`,
        );
      }
  }
}

/** Months of all groups together; each is that of a group. */
const MONTHS_OF_GROUPS = [
  { groups: 1, months: 12, changes: 20 },
  { groups: 10, months: 2, changes: 20 },
  { groups: 100, months: 1, changes: 20 },
];

/** Groups of very different sizes are quiet too; but with few records, only large changes are detected. */
const TRAFFIC_OF_GROUPS = [20, 2];

function groupsTable(): void {
  console.log(
    '| template, in groups | groups | records of each an hour | false firings a month | found within two windows |',
  );
  console.log('| --- | --: | --: | --: | --: |');
  for (const template of TEMPLATES) {
    const { measures } = TYPE_FACTS[template.alertType];
    if (LEFT_OUT.has(template.key) || !(measures === 'calls' || measures === 'history')) continue;
    if (values.only !== undefined && values.only !== template.key) continue;
    for (const { groups, months, changes } of MONTHS_OF_GROUPS)
      for (const perHour of TRAFFIC_OF_GROUPS) {
        // One group is one alert, for which the first table stands.
        if (perHour !== 20 && groups !== 100) continue;
        // A cost above the threshold is no false alarm, and a few expensive records reach it.
        if (perHour !== 20 && template.alertType === 'cost_threshold') continue;
        // Runs take longer than calls.
        const latencyMs = template.watched?.of === 'runs' ? 12_000 : steady(perHour).latencyMs;
        const { falseFirings, delays } = tryOutGroups(
          template,
          { ...steady(perHour), latencyMs },
          { groups, months, changes, change: clearlyBroken },
          seededRandom(Number(values.seed) + 1_000 * groups + perHour),
        );
        const found = delays.filter((delay) => delay !== null).length / delays.length;
        const perMonth = falseFirings / months;
        if (perMonth >= MAX_FALSE_ALARMS || (perHour === 20 && found < MIN_FOUND_IN_GROUPS)) wrong += 1;
        console.log(
          `| \`${template.key}\` | ${groups} | ${perHour} | ${perMonth.toFixed(2)} | ${(found * 100).toFixed(0)} % |`,
        );
      }
  }
}

if (parts.has('templates')) templatesTable();
if (parts.has('doublings')) doublingsTable();
if (parts.has('groups')) groupsTable();
console.log(wrong === 0 ? '\nEvery promise is kept.' : `\n${wrong} rows break a promise.`);
process.exitCode = wrong === 0 ? 0 : 1;
