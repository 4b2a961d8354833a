// Faults of the scaled-out mode under load: three services, PostgreSQL and the record engine of the tests,
// each in a separate process.
//   node proofs/scaled-out.ts [--seconds=20] [--accounts=5] [--pause=1000] [--alone] [--from=…] [part …]
// After each part, every acknowledged record must be in the tables once, in every view, and counted in the
// usage. Each deployment must have been sent to its webhook, no scheduled job may have been queued twice, and
// each refusal must have come within five seconds. The exit code is 1 if one of these does not hold.
// `--pause`: milliseconds between two batches of a client.
// `--from`: the checkout of an earlier version, with its packages installed. The services start from it, and
// the first part replaces one after the other by this version.
// `--alone`: one client that sends for each account. BENCH_LOG=warn shows what the services log.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/lib/percentile.ts';
import { newSender, Receiver, type Sender } from './scaled-out/accounts.ts';
import { Fleet } from './scaled-out/fleet.ts';
import { Load, type Answer } from './scaled-out/load.ts';
import { PARTS, UPGRADE, type Part, type Stage } from './scaled-out/parts.ts';
import { messages, queuedTwice, settledVerdict, timeOfPostgres } from './scaled-out/verify.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '20' },
    accounts: { type: 'string', default: '5' },
    pause: { type: 'string', default: '1000' },
    alone: { type: 'boolean', default: false },
    from: { type: 'string' },
  },
});
/**
 * Whatever hangs, a refusal comes within this time, plus the time for which two processes are kept from the
 * CPU. This process serves as the estimate for both.
 */
const REFUSED_WITHIN_MS = 5_000;
const delays = monitorEventLoopDelay({ resolution: 10 });

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function tell(kind: string, answers: readonly Answer[]): string {
  const times = answers.map(({ ms }) => ms);
  const faults = Map.groupBy(
    answers.filter(({ fault }) => fault !== null),
    ({ fault }) => fault,
  );
  const failed = [...faults].map(([fault, of]) => `${of.length} × ${fault}`).join(', ');
  return `      ${kind.padEnd(16)} ${String(answers.length).padStart(5)}, p50 ${inSeconds(percentile(times, 0.5))}, p99 ${inSeconds(percentile(times, 0.99))}, longest ${inSeconds(Math.max(...times))}${failed ? `; ${failed}` : ''}`;
}

function judgeAnswers({ load, hung, overAt, say, wrong }: Stage, { failsNone }: Part): void {
  const failed = load.answers.filter(({ fault }) => fault !== null);
  if (failsNone && failed.length > 0) wrong(`${failed.length} requests failed`);
  // A stopped service cannot answer the requests that it had accepted. Over gRPC it is unknown which service
  // had them.
  const ownMs = delays.max / 1e6;
  const late = failed.filter(
    ({ ms, backend, kind }) =>
      ms > REFUSED_WITHIN_MS + 2 * ownMs &&
      (hung === null || (backend !== hung && backend !== null && kind !== 'gRPC')),
  );
  const longest = Math.max(0, ...late.map(({ ms }) => ms));
  if (late.length > 0) wrong(`${late.length} refusals came late, after ${inSeconds(longest)} at most`);
  const refusedMs = Math.max(
    0,
    ...failed.filter(({ fault }) => fault?.startsWith('503')).map(({ ms }) => ms),
  );
  say(
    `longest 503 ${inSeconds(refusedMs)}; this process was kept from the CPU for ${inSeconds(ownMs)} at most`,
  );
  const bare = failed.filter(({ fault }) => fault?.includes('without Retry-After'));
  if (bare.length > 0) wrong(`${bare.length} × 503 without Retry-After`);
  if (overAt === null) return;
  const last = Math.max(0, ...failed.map(({ endedAt }) => endedAt - overAt));
  say(`last failure ${inSeconds(last)} after it was over`);
}

async function play(
  name: string,
  part: Part,
  fleet: Fleet,
  senders: readonly Sender[],
  receiver: Receiver,
): Promise<boolean> {
  const said: string[] = [];
  const faults: string[] = [];
  const load = new Load(fleet, Number(values.pause));
  const stage: Stage = {
    fleet,
    load,
    senders,
    seconds: Number(values.seconds),
    say: (what) => said.push(what),
    wrong: (what) => faults.push(what),
    hung: null,
    overAt: null,
  };
  const since = await timeOfPostgres(fleet);
  const repeatedBefore = receiver.deployed.length - new Set(receiver.deployed).size;
  const before = senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const began = performance.now();
  delays.enable();
  delays.reset();
  load.start(senders, { alone: values.alone || part.failsNone === true });
  await part.run(stage);
  await load.stop();
  const tookSeconds = (performance.now() - began) / 1_000;
  judgeAnswers(stage, part);
  const { verdict, waitedMs } = await settledVerdict(fleet, senders);
  const { lost, doubled, wrongViews, usageOff } = verdict;
  if (lost + doubled + usageOff + wrongViews.length > 0) faults.push('records');
  const [first] = senders;
  if (!first) throw new Error('There is no account.');
  const sent = await messages(fleet, first, receiver);
  const repeated = sent.repeated - repeatedBefore;
  if (sent.deploys !== sent.arrived || (repeated > 0 && !part.mayRepeat)) faults.push('webhooks');
  if (sent.alertEvents > 1 || sent.alertMessages !== sent.alertEvents) faults.push('alerts');
  const { jobs, twice } = await queuedTwice(fleet, since);
  faults.push(...twice.map((period) => `queued twice: ${period}`));
  const acknowledged = verdict.acknowledged - before;
  console.log(
    [
      `${faults.length > 0 ? `WRONG (${faults.join('; ')}) ` : 'ok    '}${name}: ${tookSeconds.toFixed(0)} s, ${acknowledged} acknowledged (${(acknowledged / tookSeconds).toFixed(0)}/s), lost ${lost}, doubled ${doubled}, ` +
        `views ${wrongViews.join(', ') || 'equal'}, usage ${usageOff === 0 ? `exact after ${(waitedMs / 1_000).toFixed(0)} s` : `off by ${usageOff}`}`,
      `      deploys ${sent.deploys}, arrived ${sent.arrived}, repeated ${repeated}; alerts ${sent.alertEvents}, arrived ${sent.alertMessages}; ${jobs} scheduled jobs, ${twice.length} twice; load ${loadavg()[0]?.toFixed(1)}`,
      ...said.map((line) => `      ${line}`),
      ...[...Map.groupBy(load.answers, ({ kind }) => kind)].map(([kind, of]) => tell(kind, of)),
    ].join('\n'),
  );
  return faults.length === 0;
}

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-scaled-out-'));
chmodSync(folder, 0o777);
const fleet = await Fleet.start(folder, values.from && path.resolve(values.from));
const receiver = new Receiver();
let right = true;
try {
  const senders: Sender[] = [];
  for (let at = 0; at < Number(values.accounts); at += 1)
    senders.push(await newSender(fleet, `account-${at}`));
  if (senders[0]) await receiver.listenTo(fleet, senders[0]);
  for (const [name, part] of Object.entries(values.from === undefined ? PARTS : { ...UPGRADE, ...PARTS })) {
    if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
    right = (await play(name, part, fleet, senders, receiver)) && right;
  }
} finally {
  receiver.close();
  await fleet.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = right ? 0 : 1;
