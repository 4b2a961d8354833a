// Reads a log, also on the preparing thread. It must not import a store or the framework.
import { isObject } from '#lib/is-object';
import type { Pace } from '#lib/yield-to-event-loop';
import type { OtherSpans } from '#features/ingest';
import { heliconeHeaders } from './call-headers.ts';
import { readLog } from './read-log.ts';
import { heliconeSpans, type HeliconeRoute } from './to-spans.ts';

/** What the request says beside its body. */
export interface HeliconeFacts {
  route: HeliconeRoute;
  /** Those of Helicone, by the rest of their names. */
  headers: [name: string, value: string][];
  nowMs: number;
}

export const HELICONE_HEADERS = 'helicone-';

/** Notes the id of the call. */
export async function readLogSpans(
  bytes: Buffer,
  _contentType: string,
  pace: Pace,
  facts: HeliconeFacts | undefined,
): Promise<OtherSpans<string>> {
  if (!facts) throw new Error('A log is read with the headers of its request.');
  const { route, headers: sent, nowMs } = facts;
  const log = await readLog(bytes, pace);
  const { providerRequest } = log.body;
  const meta = isObject(providerRequest) ? providerRequest['meta'] : undefined;
  const named = sent.map(([name, value]) => [HELICONE_HEADERS + name, value] as const);
  const headers = heliconeHeaders(
    (name) => named.find(([each]) => each === name)?.[1],
    (beginning) =>
      named.flatMap(([name, value]) =>
        name.startsWith(beginning) ? [[name.slice(beginning.length), value] as [string, string]] : [],
      ),
    meta,
  );
  const spans = heliconeSpans({ route, ...log, headers, nowMs });
  return { spans, rejected: [], notes: spans.at(-1)?.spanId ?? '' };
}
