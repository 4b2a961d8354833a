// The process: settings, start, signals, stop. `tracewell-server serve` runs this.
import './config/thread-pool.ts';
import { once } from 'node:events';
import { readConfig, setOptions, type Config } from '#config';
import { SECOND_MS } from '#lib/clock';
import { giveBackWhenIdle } from '#lib/give-back';
import { openLog } from '#core/log';
import { firstStart } from '#features/first-start';
import { selectFirstAccount } from '#services/accounts';
import { loadDemoSample } from '#features/sample-data';
import { openApp, type App } from '#app';
import { explain } from './command/explain.ts';
import { entryOf, greeting } from './greeting.ts';

/** Counted from the end of the drain time. */
const GIVE_UP_MS = 9_500;

/** A sentence for a fault that the user can fix; the stack for all others. */
function whyNot(error: unknown, config: Config | null): string {
  if ((error as { code?: unknown })?.code === 'EADDRINUSE') {
    return `Port ${config?.port} is taken. Stop what uses it, or set PORT to another one.`;
  }
  return explain(error)?.message ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

interface ServeOptions {
  /** Called with the address to sign in at, when the service is ready. */
  onReady?: (url: string) => void;
  /** Loads sample data into the first account. */
  sample?: boolean;
}

export async function serve({ onReady, sample = false }: ServeOptions = {}): Promise<void> {
  let config: Config | null = null;
  let app: App;
  try {
    config = readConfig();
    app = await openApp(config, openLog(config.log));
    const first = await firstStart(app.services);
    await app.start();
    const demo = sample ? await selectFirstAccount(app.services.metadata.reader) : null;
    const overview = demo === null ? null : await loadDemoSample(app.services, demo);
    const entry = entryOf(config, first, overview);
    process.stdout.write(greeting(config, entry, app.grpcPort()));
    onReady?.(entry.address);
    giveBackWhenIdle();
  } catch (error) {
    process.stderr.write(`tracewell cannot start: ${whyNot(error, config)}\n`);
    process.exitCode = 1;
    return process.exit();
  }
  await stopSignal();
  const { drainSeconds } = config;
  app.services.log.info(
    drainSeconds > 0 ? `stopping; requests are served for ${drainSeconds} s more` : 'stopping',
  );
  const giveUp = setTimeout(
    () => {
      app.services.log.error('stopping took too long; what was not finished is resumed at the next start');
      process.exit(1);
    },
    drainSeconds * SECOND_MS + GIVE_UP_MS,
  );
  await app.stop();
  clearTimeout(giveUp);
  process.exit(0);
}

/** Brings both stores to the schema of this version, whatever TRACEWELL_AUTO_MIGRATE says, and closes them. */
export async function migrate(): Promise<Config> {
  setOptions({ TRACEWELL_AUTO_MIGRATE: 'true' });
  const config = readConfig();
  const app = await openApp(config, openLog({ ...config.log, level: 'warn' }));
  await app.stop();
  return config;
}

/** Listens once: the next signal ends the process. */
async function stopSignal(): Promise<void> {
  const came = new AbortController();
  const { signal } = came;
  await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name, { signal })));
  came.abort();
}
