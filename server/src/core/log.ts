// Structured logs: JSON lines, or readable ones on a terminal. Fields named like secrets are removed, in case a
// secret is logged by mistake.
import { pino, type DestinationStream, type Logger } from 'pino';
import type pretty from 'pino-pretty';
import type { Config } from '#config';
import { load, once } from '#lib/later';

const pinoPretty = once(() => load('pino-pretty') as typeof pretty);

const SECRET = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'apiKey',
  'secret',
];

export function openLog({ level, pretty: readable }: Config['log'], to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`]), censor: '[cut]' },
  };
  if (to) return pino(options, to);
  if (!readable) return pino(options, batchedLines(pino.destination({ sync: false, minLength: 8_192 })));
  return pino(
    options,
    pinoPretty()({ colorize: true, translateTime: 'HH:MM:ss', singleLine: true, sync: true }),
  );
}

interface Buffered {
  write(line: string): unknown;
  flush(): void;
  flushSync(): void;
}

const LATE_MS = 200;

/**
 * Lines are written in batches, at most a fifth of a second late: one write takes longer than many requests.
 * The timer runs only while a line waits, so an idle service does not wake up.
 */
export function batchedLines(to: Buffered): DestinationStream {
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    to.flush();
  };
  return Object.assign(
    {
      write: (line: string): void => {
        to.write(line);
        timer ??= setTimeout(flush, LATE_MS).unref();
      },
    },
    // The logger calls this before a fatal error ends the process.
    { flushSync: () => to.flushSync() },
  );
}
