// Structured logs: JSON lines, or readable ones on a terminal. Names that could hold a secret are cut out,
// should one ever be passed by mistake.
import { pino, type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '#config';

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
  // Lines leave together, a fifth of a second late at most: writing each by itself takes longer than many an answer.
  if (!readable)
    return pino(options, pino.destination({ sync: false, minLength: 8_192, periodicFlush: 200 }));
  return pino(options, pretty({ colorize: true, translateTime: 'HH:MM:ss', singleLine: true, sync: true }));
}
