// The links of calls as two flat lists, which are copied from thread to thread in a fraction of the time that
// a list of objects takes.
import type { CallLink } from '#otlp';

export interface SentLinks {
  texts: readonly (string | null)[];
  times: Float64Array;
}

const TEXTS = 8;
const TIMES = 2;

export function packLinks(links: readonly CallLink[]): SentLinks {
  const texts: (string | null)[] = [];
  const times = new Float64Array(links.length * TIMES);
  let at = 0;
  for (const link of links) {
    texts.push(link.id, link.traceId, link.spanId, link.parentSpanId);
    texts.push(link.provider, link.model, link.responseModel, link.responseId);
    times[at] = link.startMs;
    times[at + 1] = link.endMs;
    at += TIMES;
  }
  return { texts, times };
}

export function unpackLinks({ texts, times }: SentLinks): CallLink[] {
  const links: CallLink[] = [];
  for (let at = 0; at < texts.length; at += TEXTS) {
    const time = (at / TEXTS) * TIMES;
    links.push({
      id: texts[at] ?? '',
      traceId: texts[at + 1] ?? '',
      spanId: texts[at + 2] ?? '',
      parentSpanId: texts[at + 3] ?? null,
      provider: texts[at + 4] ?? '',
      model: texts[at + 5] ?? '',
      responseModel: texts[at + 6] ?? null,
      responseId: texts[at + 7] ?? null,
      startMs: times[time] ?? 0,
      endMs: times[time + 1] ?? 0,
    });
  }
  return links;
}
