// How much one account notices of another that uses its limits fully: the times of a victim's queries, quiet
// and beside each attack, in one run. Service, attacker and victim are separate processes.
//   node proofs/neighbours.ts [attack] [--seconds 6] [--rounds 2] [--code another/checkout]
// Each round measures quiet times and times beside the attack, so that both see the same state of the
// machine. On a shared machine, absolute times mean nothing. Only the ratios of one run do, and only if the
// host gave little CPU time to other guests (`steal`).
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ATTACKS, type Attacker } from './neighbours/attacks.ts';
import { freePort } from '../server/test/support/free-port.ts';
import { startService, stopService } from '../bench/lib/child-service.ts';
import { stolen, type Stolen } from '../bench/lib/machine.ts';
import { percentile } from '../bench/lib/percentile.ts';
import { residentMb } from '../bench/lib/process-cost.ts';
import type { Asked, Times } from './neighbours/victim.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '2' },
    code: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const PASSWORD = 'correct horse battery';
const OPERATOR = 'operator-of-the-measurement';
const here = fileURLToPath(new URL('..', import.meta.url));
const main = path.join(path.resolve(values.code ?? here), 'bench/ingest/service.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-neighbours-'));

const grpcPort = await freePort();
const service = await startService(main, [], {
  TRACEWELL_DATA_DIR: folder,
  TRACEWELL_GRPC_PORT: String(grpcPort),
  TRACEWELL_OPERATOR_TOKEN: OPERATOR,
  TRACEWELL_OPEN_SIGNUP: 'true',
  UV_THREADPOOL_SIZE: '16',
});
const victimProcess = fork(fileURLToPath(new URL('neighbours/victim.ts', import.meta.url)));
const failed = once(victimProcess, 'exit').then(() => Promise.reject(new Error('The victim ended.')));
failed.catch(() => undefined);

try {
  await once(victimProcess, 'message');
  const email = 'victim@example.com';
  const victim = await account('victim', email);
  const measure = async (): Promise<Times> => {
    const asked: Asked = { port: service.port, grpcPort, apiKey: victim, email, password: PASSWORD, seconds };
    victimProcess.send(asked);
    const [times] = (await Promise.race([once(victimProcess, 'message'), failed])) as [Times];
    return times;
  };
  console.log(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  await measure();
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const attacker: Attacker = { port: service.port, grpcPort, account: (by) => account(by), victim };
    const { begin } = await attack(attacker);
    const [quiet, beside]: [Times, Times] = [{}, {}];
    const [added, said, taken]: [number[], string[], string[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const began = stolen();
      append(quiet, await measure());
      const before = residentMb(service.pid);
      const attacked = stolen();
      const end = await begin();
      let peak = before;
      const watch = setInterval(() => (peak = Math.max(peak, residentMb(service.pid))), 50);
      append(beside, await measure());
      clearInterval(watch);
      taken.push(`${percentOf(began, attacked)} / ${percentOf(attacked, stolen())}`);
      said.push(await end());
      added.push(peak - before);
    }
    console.log(
      `${name}: ${said.join('; ')}; memory +${Math.max(...added).toFixed(0)} MB; steal, quiet / beside: ${taken.join(', ')}`,
    );
    for (const question of Object.keys(quiet)) show(question, quiet[question] ?? [], beside[question] ?? []);
  }
  console.log(`load of the machine after: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  victimProcess.kill();
  await stopService(service);
  rmSync(folder, { recursive: true, force: true });
}

function append(to: Times, more: Times): void {
  for (const [question, times] of Object.entries(more)) (to[question] ??= []).push(...times);
}

function percentOf(from: Stolen, to: Stolen): string {
  return `${((100 * (to.stolen - from.stolen)) / Math.max(1, to.all - from.all)).toFixed(0)} %`;
}

/** Creates an account and returns its key. */
async function account(
  name: string,
  email = `${name}-${Math.random().toString(36).slice(2)}@example.com`,
): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${service.port}/operator/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, plan: 'team' }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return ((await reply.json()) as { apiKey: string }).apiKey;
}

function show(question: string, quiet: number[], beside: number[]): void {
  const row = (quantile: number): string => {
    const [was, is] = [percentile(quiet, quantile), percentile(beside, quantile)];
    return `${was.toFixed(1).padStart(7)} -> ${is.toFixed(1).padStart(7)} ms  x ${(is / was).toFixed(1).padStart(5)}`;
  };
  console.log(`  ${question.padEnd(8)} p50 ${row(0.5)}    p99 ${row(0.99)}    ${beside.length} answers`);
}
