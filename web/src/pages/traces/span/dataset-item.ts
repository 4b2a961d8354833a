// The texts of a span for an item of a dataset: what went in, and what should come out.
import { conversationOf, observationContent, type Message } from '@tracewell/sdk/reading';
import type { TraceNode } from '../trace/spans.ts';

interface ItemTexts {
  input: string;
  output: string;
}

/** Reasoning is not part of an expected answer. */
const spoken = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');

const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 2);

/** null if nothing of it is stored. */
export function datasetTextsOf({
  call,
  attributes,
}: Pick<TraceNode, 'call' | 'attributes'>): ItemTexts | null {
  if (!call) {
    const { input, output } = observationContent(attributes);
    const texts = { input: asText(input), output: asText(output) };
    return texts.input === '' ? null : texts;
  }
  const { input, output } = conversationOf(call);
  const asked = input.findLast(({ role }) => role === 'user') ?? input.at(-1);
  const texts = { input: asked ? spoken(asked) : '', output: output.map(spoken).join('\n').trim() };
  return texts.input === '' ? null : texts;
}
