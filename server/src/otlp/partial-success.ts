// The message to an exporter about rejected spans. Exporters log it and do not send the spans again.
import type { Rejection } from './rejections.ts';

export interface PartialSuccess {
  rejectedSpans: number;
  errorMessage: string;
}

export function partialSuccess(
  rejected: readonly Rejection[],
  providers: readonly string[],
  item = 'span',
): PartialSuccess | null {
  const rejectedSpans = rejected.reduce((sum, { count }) => sum + count, 0);
  if (rejectedSpans === 0) return null;
  const causes = rejected.map((rejection) => `${rejection.count} ${sentence(rejection, providers)}`);
  return { rejectedSpans, errorMessage: `${items(rejectedSpans, item)} not stored: ${causes.join('; ')}.` };
}

function sentence({ reason, example }: Rejection, providers: readonly string[]): string {
  const value = JSON.stringify(example);
  switch (reason) {
    case 'unknown_provider':
      return `with provider ${value}, which is none of ${providers.join(', ')} and whose model belongs to none of them`;
    case 'missing_provider':
      return `without gen_ai.provider.name and without a model that identifies one of ${providers.join(', ')}, such as ${value}`;
    case 'invalid_trace_id':
      return `without a valid trace id (32 hex digits, not all zero), such as ${value}`;
    case 'invalid_span_id':
      return `without a valid span id (16 hex digits, not all zero), such as ${value}`;
    case 'quota_exceeded':
      return `because the monthly record quota is used up${example === '' ? '' : ` until ${example}`}`;
    case 'timestamp_too_old':
      return `older than the plan's retention, such as ${value}`;
    case 'timestamp_in_future':
      return `more than 24 hours in the future, such as ${value}`;
    case 'record_too_large':
      return `too large to wait for the rest of their span, such as ${value}`;
    case 'too_many_waiting_events':
      return 'because too many events wait for their spans';
    case 'invalid_event':
      return `with a score that cannot be stored, ${value}`;
    case 'signal_not_stored':
      return 'without an event of a coding agent or of a GenAI span';
    default:
      return `(${reason}), such as ${value}`;
  }
}

const items = (count: number, item: string): string =>
  count === 1 ? `1 ${item} was` : `${count} ${item}s were`;
