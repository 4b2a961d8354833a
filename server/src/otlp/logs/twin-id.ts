// Codex and Gemini CLI report a call by a span and by a log record, without an id in common. Both get this id
// in place of a response id: it has the counts that both report, so the rules for duplicate spans find the
// pair while it overlaps in time.
import { asNumber, type SpanFields } from '../span-fields.ts';
import type { Span } from '../span.ts';

const BEGINNING = 'usage:';
const LOG = 'log-';

/** The span id of a record that was made from a log event. */
export const logSpanId = (hex: string): string => `${LOG}${hex}`;

export const isFromLog = (spanId: string): boolean => spanId.startsWith(LOG);

/** Equal counts of two spans, or of two log events, are two calls. */
export const isTwinId = (responseId: string): boolean => responseId.startsWith(BEGINNING);

export const twinId = (agent: string, session: string, counts: readonly (number | undefined)[]): string =>
  `${BEGINNING}${agent}/${session}/${counts.map((count) => count ?? 0).join('/')}`;

/** Undefined for spans of other clients. */
export function twinIdOf(
  { scope, resource, attributes }: Span,
  { text, number }: SpanFields,
): string | undefined {
  if (scope.name.startsWith('gemini-cli')) {
    return twinId('gemini_cli.', text.sessionId ?? '', [number.inputTokens, number.outputTokens]);
  }
  const service = resource.get('service.name');
  if (typeof service !== 'string' || !service.startsWith('codex') || number.inputTokens === undefined) {
    return undefined;
  }
  const { inputTokens, outputTokens, cacheRead } = number;
  const reasoning = asNumber(attributes.get('codex.usage.reasoning_output_tokens'));
  return twinId('codex.', '', [inputTokens, outputTokens, cacheRead, reasoning]);
}
