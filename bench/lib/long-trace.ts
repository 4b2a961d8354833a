// A trace of thousands of spans, as a long run of an agent leaves it.
import { inference, plain, type SampleSpan } from '../../server/test/support/sample-spans.ts';

export const LONG_TRACE = 'b'.repeat(32);

/** Six children each, a third of them calls, one in fifty failed. */
export function longTrace(spans: number): SampleSpan[] {
  const at = Date.now() - 600_000;
  const idOf = (index: number): string => String(index + 1).padStart(16, '0');
  return Array.from({ length: spans }, (_, index) => {
    const span = index % 3 === 0 ? inference({}, at + index) : plain({}, `step ${index % 40}`, at + index);
    return {
      ...span,
      traceId: LONG_TRACE,
      spanId: idOf(index),
      ...(index === 0 ? {} : { parentSpanId: idOf(Math.floor((index - 1) / 6)) }),
      ...(index % 50 === 7 ? { status: { code: 2, message: 'timeout' } } : {}),
    };
  });
}
