import type { Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { readLimit, readText } from '../input/readers.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import { countOf, dollarText, durationText, moment, countText } from '../terminal/amounts.ts';
import { plain, wrapped } from '../terminal/columns.ts';
import { screenWidth } from '../terminal/screen.ts';
import { paint, print } from '../terminal/output.ts';
import { treeText } from '../trace/tree.ts';

type Span = Schemas['TraceSpan'];

const LARGEST_PAGE = 10_000;

export function addTrace(program: Command): void {
  const trace = program
    .command('trace')
    .description('Show a trace as a tree, with durations, tokens, cost and errors')
    .argument('<id>', 'id of the trace', readText)
    .option('--limit <n>', 'how many spans, the earliest first', readLimit, 1000);
  addServiceOptions(trace).action(
    withService(async (asking, id: string, { limit }: { limit: number }) => {
      const { spans, total } = await readSpans(asking, id, limit);
      print(asking.command, { traceId: id, total, spans }, () =>
        [summaryOf(id, spans, total), treeText(spans, screenWidth())].join('\n\n'),
      );
    }),
  );
}

async function readSpans(
  { ask }: Asking,
  id: string,
  limit: number,
): Promise<{ spans: Span[]; total: number }> {
  const spans: Span[] = [];
  let cursor: string | null = null;
  let total = 0;
  do {
    const query: { limit: number; cursor?: string } = {
      limit: Math.min(LARGEST_PAGE, limit - spans.length),
      ...(cursor === null ? {} : { cursor }),
    };
    const page: Schemas['TraceSpans'] = await ask((client, signal) =>
      client.GET('/v1/query/trace/{id}/spans', { params: { path: { id }, query }, signal }),
    );
    spans.push(...page.spans);
    total = page.total;
    cursor = page.nextCursor;
  } while (cursor !== null && spans.length < limit);
  return { spans, total };
}

function summaryOf(id: string, spans: readonly Span[], total: number): string {
  const starts = spans.map(({ startTime }) => Date.parse(startTime));
  const ends = spans.map(({ durationMs }, at) => (starts[at] ?? 0) + durationMs);
  const sum = (of: (span: Span) => number | null) => spans.reduce((all, span) => all + (of(span) ?? 0), 0);
  const errors = spans.filter(({ error }) => error !== null).length;
  const parts = [
    countOf(total, 'span'),
    durationText(last(ends) - first(starts)),
    countOf(
      sum(({ totalTokens }) => totalTokens),
      'token',
    ),
    dollarText(sum(({ costUsd }) => costUsd)),
    countOf(errors, 'error'),
  ];
  const lines = [
    paint('bold', `Trace ${plain(id)}`),
    ...wrapped([moment(new Date(first(starts)).toISOString()), ...parts].join(', '), screenWidth()),
  ];
  if (spans.length < total) {
    lines.push(
      paint('yellow', `These are the earliest ${countText(spans.length)} spans; use --limit for more.`),
    );
  }
  return lines.join('\n');
}

// Not Math.min(...): a trace may have more spans than a function takes arguments.
const first = (times: readonly number[]): number => times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
const last = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), times[0] ?? 0);
