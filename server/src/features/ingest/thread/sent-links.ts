// The links of calls as two flat lists, which are copied from thread to thread in a fraction of the time that
// a list of objects takes.
import { linkKeys, type CallLink } from '#otlp';

export interface SentLinks {
  texts: readonly (string | null)[];
  numbers: Float64Array;
}

const TEXTS = 8;
const NUMBERS = 7;

export function packLinks(links: readonly CallLink[]): SentLinks {
  const texts: (string | null)[] = [];
  const numbers = new Float64Array(links.length * NUMBERS);
  let at = 0;
  for (const link of links) {
    texts.push(link.id, link.traceId, link.spanId, link.parentSpanId);
    texts.push(link.provider, link.model, link.responseModel, link.responseId);
    numbers[at] = link.startMs;
    numbers[at + 1] = link.endMs;
    numbers[at + 2] = link.input;
    numbers[at + 3] = link.output;
    numbers[at + 4] = link.cache;
    numbers[at + 5] = link.reasoning;
    numbers[at + 6] = link.failed ? 1 : 0;
    at += NUMBERS;
  }
  return { texts, numbers };
}

export function unpackLinks({ texts, numbers }: SentLinks): CallLink[] {
  const links: CallLink[] = [];
  for (let at = 0; at < texts.length; at += TEXTS) {
    const number = (at / TEXTS) * NUMBERS;
    const [traceId, spanId, parentSpanId] = [texts[at + 1] ?? '', texts[at + 2] ?? '', texts[at + 3] ?? null];
    links.push({
      id: texts[at] ?? '',
      traceId,
      spanId,
      parentSpanId,
      provider: texts[at + 4] ?? '',
      model: texts[at + 5] ?? '',
      responseModel: texts[at + 6] ?? null,
      responseId: texts[at + 7] ?? null,
      startMs: numbers[number] ?? 0,
      endMs: numbers[number + 1] ?? 0,
      input: numbers[number + 2] ?? 0,
      output: numbers[number + 3] ?? 0,
      cache: numbers[number + 4] ?? 0,
      reasoning: numbers[number + 5] ?? 0,
      failed: numbers[number + 6] === 1,
      keys: linkKeys(traceId, spanId, parentSpanId),
    });
  }
  return links;
}
