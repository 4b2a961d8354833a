// Tags of a call that arrives as a span: service, environment, and the labels that the user set through the
// instrumentation.
import type { Json } from '#records';
import { bareObject } from './bare-object.ts';
import { cutText } from './bounds.ts';
import type { SpanFields } from './span-fields.ts';
import type { Span } from './span.ts';

const MAX_TAGS = 50;
const MAX_KEY = 64;
const MAX_VALUE = 256;

/** What a guardrail found and did, as tags, so that lists and alerts can ask for it. */
const GUARDRAIL: readonly (readonly [tag: string, attribute: string])[] = [
  ['guardrail.verdict', 'gen_ai.guardrail.verdict.type'],
  ['guardrail.action', 'gen_ai.guardrail.action.type'],
  ['guardrail.risk', 'gen_ai.guardrail.security.risk.category'],
];

export function tagsOf(
  { attributes, resource }: Span,
  { labels }: SpanFields,
  more: readonly [string, Json][],
): Record<string, string> {
  const tags = bareObject() as Record<string, string>;
  let count = 0;
  const add = (key: string, value: unknown): void => {
    if (count >= MAX_TAGS || key === '' || key.length > MAX_KEY || key in tags) return;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return;
    tags[key] = cutText(String(value), MAX_VALUE);
    count += 1;
  };
  add('service.name', resource.get('service.name'));
  add('deployment.environment', resource.get('deployment.environment.name'));
  add('deployment.environment', resource.get('deployment.environment'));
  for (const [key, value] of labels) add(key, value);
  for (const [key, attribute] of GUARDRAIL)
    if (attributes.has(attribute)) add(key, attributes.get(attribute));
  for (const [key, value] of more) add(key, value);
  return tags;
}
