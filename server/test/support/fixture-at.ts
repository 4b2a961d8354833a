// A captured body moved in time. It imports nothing of the server, so that tests in a browser have it too.
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../fixtures/otlp/', import.meta.url);

const TIMES = /"(startTimeUnixNano|endTimeUnixNano|timeUnixNano)":"(\d+)"/g;

/** The body in JSON as if its run had begun at this time: `livekit-agents/01`. */
export function fixtureAt(name: string, startMs: number): Record<string, unknown> {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  const times = [...text.matchAll(TIMES)].map(([, , nano = '0']) => BigInt(nano));
  const first = times.reduce((least, time) => (time < least ? time : least));
  const moved = BigInt(startMs) * 1_000_000n - first;
  return JSON.parse(
    text.replaceAll(TIMES, (_, key: string, nano: string) => `"${key}":"${BigInt(nano) + moved}"`),
  ) as Record<string, unknown>;
}
