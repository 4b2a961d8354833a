// The faults, one after another, under load.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sender } from './accounts.ts';
import type { Fleet } from './fleet.ts';
import type { Load } from './load.ts';
import { holdRound, quotaRound, revokedRound } from './rounds.ts';
import { queuedTwice, timeOfPostgres } from './verify.ts';

/** A revoked key, or any other change, is known everywhere within this time. */
const KNOWN_WITHIN_MS = 1_000;
/** Within this time, a process that hangs loses its accounts to the processes that ask for them. */
const FREED_WITHIN_MS = 30_000;

export interface Stage {
  fleet: Fleet;
  load: Load;
  senders: readonly Sender[];
  seconds: number;
  say: (what: string) => void;
  /** Reports something that must not happen. */
  wrong: (what: string) => void;
  /** The service that was paused. It answers the requests that it had accepted when it continues. */
  hung: number | null;
  /** When the fault was over. */
  overAt: number | null;
}

export interface Part {
  run: (stage: Stage) => Promise<void>;
  /** No request may fail or be refused. Each account has only one sending client at a time. */
  failsNone?: true;
  /** A process is killed or paused, so the messages that it was sending may arrive twice. */
  mayRepeat?: true;
}

const pause = ({ seconds }: Stage, share: number): Promise<void> => sleep(seconds * 1_000 * share);

/** A lasting fault of a store. Halfway through, the health check has to name the store. */
async function away(
  stage: Stage,
  store: 'metadata' | 'records',
  ms: number,
  [begin, end]: [() => void | Promise<void>, () => void | Promise<void>],
): Promise<void> {
  await begin();
  await sleep(ms / 2);
  if (ms >= 5_000) {
    const { status, body } = await stage.fleet.call('GET', '/v1/health', '', undefined, 0);
    const named = (body['checks'] as Record<string, string> | undefined)?.[store];
    if (status !== 503 || named === 'ok') stage.wrong(`health was ${status}, ${store} ${named}`);
  }
  await sleep(ms / 2);
  await end();
  stage.overAt = performance.now();
}

/** The longest time of all accounts from `since` to the next acknowledgement. */
const writtenAgainMs = (senders: readonly Sender[], since: number): number =>
  Math.max(
    ...senders.map(({ acknowledgedAt }) => (acknowledgedAt.find((at) => at > since) ?? Infinity) - since),
  );

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function limits({ fleet, say, wrong }: Stage, rounds: number): Promise<void> {
  const revokedMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const fault of [await quotaRound(fleet), await holdRound(fleet)]) if (fault) wrong(fault);
    revokedMs.push(await revokedRound(fleet));
  }
  const longest = Math.max(...revokedMs);
  if (longest > KNOWN_WITHIN_MS) wrong(`a revoked key was accepted for ${inSeconds(longest)}`);
  say(`${rounds} × quota and holds exact, revoked keys refused after ${inSeconds(longest)} at most`);
}

/** Only with `--from`: old and new services run at once, on the schema of the new ones. */
export const UPGRADE: Record<string, Part> = {
  'upgrade, one service after the other': {
    failsNone: true,
    run: async (stage) => {
      const { fleet } = stage;
      await pause(stage, 1 / 4);
      fleet.useThisCode();
      await fleet.replaceInTurn((at) =>
        at < fleet.members.length - 1 ? pause(stage, 1 / 2) : Promise.resolve(),
      );
      await pause(stage, 1 / 4);
    },
  },
};

export const PARTS: Record<string, Part> = {
  steady: { run: (stage) => pause(stage, 1) },
  'quota, holds and revoked keys': { run: (stage) => limits(stage, 5) },
  'kill -9 of each service': {
    mayRepeat: true,
    run: async (stage) => {
      const { fleet, senders } = stage;
      const gaps: number[] = [];
      for (const at of fleet.members.keys()) {
        await pause(stage, 1 / fleet.members.length);
        const since = performance.now();
        await fleet.endMember(at, 'SIGKILL');
        await fleet.startMember(at);
        await sleep(1_000);
        gaps.push(writtenAgainMs(senders, since));
      }
      stage.say(`every account was written again after ${inSeconds(Math.max(...gaps))} at most`);
    },
  },
  'kill -9 of PostgreSQL, twice': {
    run: async (stage) => {
      const { fleet } = stage;
      for (let round = 0; round < 2; round += 1) {
        await pause(stage, 1 / 2);
        await away(stage, 'metadata', 2_000, [
          () => fleet.endPostgres('SIGKILL'),
          () => fleet.startPostgresAgain(),
        ]);
      }
      await pause(stage, 1 / 4);
    },
  },
  'PostgreSQL stopped for 18 s': {
    run: async (stage) => {
      const { fleet } = stage;
      await pause(stage, 1 / 2);
      await away(stage, 'metadata', 18_000, [
        () => fleet.endPostgres('SIGINT'),
        () => fleet.startPostgresAgain(),
      ]);
      await pause(stage, 1 / 2);
    },
  },
  'PostgreSQL stands still for 14 s': {
    run: async (stage) => {
      const { fleet } = stage;
      await pause(stage, 1 / 2);
      await away(stage, 'metadata', 14_000, [
        () => fleet.signalPostgres('SIGSTOP'),
        () => fleet.signalPostgres('SIGCONT'),
      ]);
      await pause(stage, 1 / 2);
    },
  },
  'kill -9 of the engine, 4 times': {
    run: async (stage) => {
      const { front } = stage.fleet;
      for (let round = 0; round < 4; round += 1) {
        await pause(stage, 1 / 4);
        await away(stage, 'records', 500, [() => front.kill(), () => front.start()]);
      }
      await pause(stage, 1 / 4);
    },
  },
  ...engineStandsStill(14),
  ...engineStandsStill(40),
  'a service stands still for 45 s': {
    mayRepeat: true,
    run: async (stage) => {
      const { fleet, senders, load } = stage;
      await pause(stage, 1 / 4);
      stage.hung = fleet.members[0]?.port ?? null;
      fleet.signalMember(0, 'SIGSTOP');
      // Probes measure it, because clients whose request the service had accepted wait for the service.
      const [gaps] = await Promise.all([
        Promise.all(senders.map((sender, at) => load.probe(sender, 1 + (at % 2)))),
        sleep(45_000),
      ]);
      fleet.signalMember(0, 'SIGCONT');
      stage.overAt = performance.now();
      const longest = Math.max(...gaps);
      if (longest > FREED_WITHIN_MS) stage.wrong(`an account was not written for ${inSeconds(longest)}`);
      stage.say(`accounts could be written after ${gaps.map(inSeconds).join(', ')}`);
      await pause(stage, 1 / 4);
    },
  },
  'a service does not reach PostgreSQL for 40 s': {
    mayRepeat: true,
    run: async (stage) => {
      const { fleet, senders, load } = stage;
      await pause(stage, 1 / 4);
      fleet.postgresOfFirst.fallSilent();
      const [gaps] = await Promise.all([
        Promise.all(senders.map((sender, at) => load.probe(sender, 1 + (at % 2)))),
        sleep(40_000),
      ]);
      await fleet.postgresOfFirst.cut();
      await fleet.postgresOfFirst.open();
      stage.overAt = performance.now();
      const longest = Math.max(...gaps);
      if (longest > FREED_WITHIN_MS) stage.wrong(`an account was not written for ${inSeconds(longest)}`);
      stage.say(`accounts could be written after ${gaps.map(inSeconds).join(', ')}`);
      await pause(stage, 1 / 4);
    },
  },
  'clocks +5 s, +1 h, -1 h': {
    run: async (stage) => {
      const { fleet } = stage;
      await fleet.replaceAll([5_000, 3_600_000, -3_600_000]);
      const since = await timeOfPostgres(fleet);
      await limits(stage, 1);
      await pause(stage, 1);
      const { jobs, twice } = await queuedTwice(fleet, since);
      for (const period of twice) stage.wrong(`queued twice: ${period}`);
      stage.say(`${jobs} scheduled jobs, none twice in its period`);
      await fleet.replaceAll([]);
    },
  },
  'SIGTERM of each service': {
    failsNone: true,
    run: async (stage) => {
      await pause(stage, 1 / 4);
      await stage.fleet.replaceInTurn();
      await pause(stage, 1 / 4);
    },
  },
};

function engineStandsStill(forSeconds: number): Record<string, Part> {
  const run = async (stage: Stage): Promise<void> => {
    const { front } = stage.fleet;
    await pause(stage, 1 / 2);
    await away(stage, 'records', forSeconds * 1_000, [
      () => front.signal('SIGSTOP'),
      () => front.signal('SIGCONT'),
    ]);
    await pause(stage, 1 / 2);
  };
  return { [`the engine stands still for ${forSeconds} s`]: { run } };
}
