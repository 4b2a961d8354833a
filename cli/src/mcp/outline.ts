// The outline of a trace as text: an indented tree with one line per span, and one for the spans that are left
// out in a place. The service chooses the spans.
import type { Schemas } from '@tracewell/sdk';
import { clipped } from './answer.ts';

type Line = Schemas['OutlineLine'];
type Span = NonNullable<Line['span']>;

const NAME_CHARACTERS = 80;
const ERROR_CHARACTERS = 160;
/** Deeper spans keep their order but are not indented further. */
const MAX_INDENT = 24;

/** `detailOf`: more text for the line of a span. */
export const outlineLines = (
  lines: readonly Line[],
  detailOf: (id: string) => string | null = () => null,
): string[] =>
  lines.map(({ depth, span, hidden }) => {
    const text = span ? spanText(span, detailOf(span.id)) : hiddenText(hidden);
    return `${'  '.repeat(Math.min(MAX_INDENT, depth))}${text}`;
  });

function spanText(span: Span, detail: string | null): string {
  const { type, name, durationMs, model, totalTokens, costUsd, error, label } = span;
  const facts = [
    `${Math.round(durationMs)} ms`,
    ...(model === null || name.includes(model) ? [] : [model]),
    ...(totalTokens === null ? [] : [`${totalTokens} tok`]),
    ...(costUsd === null ? [] : [shortUsd(costUsd)]),
  ];
  const failure = error === null ? '' : ` ERROR ${clipped(inOneLine(error), ERROR_CHARACTERS)}`;
  const more = detail === null ? '' : ` | ${detail}`;
  return `${type} ${clipped(inOneLine(name), NAME_CHARACTERS)} (${facts.join(', ')})${failure}${more} [${label}]`;
}

function hiddenText(hidden: Line['hidden']): string {
  const { spans, failed, totalTokens, costUsd } = hidden ?? {
    spans: 0,
    failed: 0,
    totalTokens: 0,
    costUsd: 0,
  };
  const facts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(totalTokens > 0 ? [`${totalTokens} tok`] : []),
    ...(costUsd > 0 ? [shortUsd(costUsd)] : []),
  ];
  return `… ${spans} more ${spans === 1 ? 'span' : 'spans'}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

export const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Four figures are enough to compare spans. */
export const shortUsd = (usd: number): string => `$${usd === 0 ? '0' : Number(usd.toPrecision(4))}`;
