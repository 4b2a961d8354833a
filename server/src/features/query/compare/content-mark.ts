// A mark of what went into a span and what came out of it: equal for equal content. Ids that frameworks make up
// for each call, such as those that join a tool call and its result, say nothing about the content and are left out.
import { hash } from 'node:crypto';
import { observationContent } from '@tracewell/sdk/reading';
import type { Content } from '#core/content/content';

const LINKS = new Set([
  'tool_call_id',
  'toolCallId',
  'tool_use_id',
  'toolUseId',
  'call_id',
  'callId',
  'run_id',
  'message_id',
  'messageId',
  'response_id',
]);
/** Made by a program: `call_…`, `toolu_…`, `chatcmpl-…`, a UUID. */
const MADE_ID = /^(?:(?:call|toolu|msg|resp|chatcmpl|fc|rs|run|gen)[-_]\S*|[0-9a-f-]{32,36})$/i;

const isLink = (key: string, value: unknown): boolean =>
  LINKS.has(key) || (key === 'id' && typeof value === 'string' && MADE_ID.test(value));

/** Members in a fixed order. */
const withoutLinks = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isLink(key, member))
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
};

export function contentMark({ input, output, systemInstructions, toolCalls, attributes }: Content): string {
  const read = attributes === undefined ? null : observationContent(attributes);
  const said = [
    input ?? read?.input,
    output ?? read?.output ?? read?.documents,
    systemInstructions,
    toolCalls,
  ].map((part) => part ?? null);
  if (said.every((part) => part === null)) return '';
  return hash('sha256', JSON.stringify(said, withoutLinks), 'base64url');
}
