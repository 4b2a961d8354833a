// Span ids as integers. They are not seeded, because the thread that prepares requests and the main thread have to
// agree; whoever makes keys collide does it in a project of their own.
/** A span id in its trace, as two integers. */
export interface SpanKey {
  a: number;
  b: number;
}

const ID_CHARS = 16;
const TRACE_CHARS = 8;

/** The same in every thread and process. `into` is filled, because this runs for each span. */
export function spanKey(traceId: string, spanId: string, into: SpanKey): SpanKey {
  let a = spanId.length;
  let b = traceId.length;
  for (let at = Math.max(0, spanId.length - ID_CHARS); at < spanId.length; at += 1) {
    const code = spanId.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x5bd1e995) ^ (b >>> 13);
  }
  for (let at = Math.max(0, traceId.length - TRACE_CHARS); at < traceId.length; at += 1) {
    const code = traceId.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x5bd1e995) ^ (b >>> 13);
  }
  into.a = a ^ (a >>> 15);
  into.b = b ^ (b >>> 15);
  return into;
}

/** The spans of a request that are no calls and have a parent: the keys of span and parent, four integers each. */
export type SpanLines = Int32Array;
export const LINE = 4;

export const NO_LINES: SpanLines = new Int32Array(0);

interface ChildSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
}

const key: SpanKey = { a: 0, b: 0 };

export function addLine(lines: number[], { traceId, spanId, parentSpanId }: ChildSpan): void {
  spanKey(traceId, spanId, key);
  lines.push(key.a, key.b);
  spanKey(traceId, parentSpanId, key);
  lines.push(key.a, key.b);
}

/** For spans that have a parent. */
export function spanLines(spans: readonly ChildSpan[]): SpanLines {
  const lines: number[] = [];
  for (const span of spans) addLine(lines, span);
  return Int32Array.from(lines);
}
