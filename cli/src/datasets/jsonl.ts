// Items of a dataset as JSON lines.
import type { Schemas } from '@tracewell/sdk';
import { wrongInput } from '../service/fault.ts';
import { isFields } from '../service/read.ts';

type Item = Schemas['EvalDataset']['items'][number];

/** An item without the id that one service gave it, so that the file can be pushed to another. */
export type ItemDraft = Pick<Item, 'inputText'> & Partial<Pick<Item, 'expectedOutput' | 'sourceCallId'>>;

export const linesOf = (items: readonly Item[]): string =>
  items
    .map(({ inputText, expectedOutput, sourceCallId }) =>
      JSON.stringify({
        inputText,
        ...(expectedOutput === null ? {} : { expectedOutput }),
        ...(sourceCallId === null ? {} : { sourceCallId }),
      }),
    )
    .map((line) => `${line}\n`)
    .join('');

const FIELDS: ReadonlySet<string> = new Set(['inputText', 'expectedOutput', 'sourceCallId']);

/** Empty lines are skipped. Lengths are checked by the service, which knows its limits. */
export function readLines(text: string, file: string): ItemDraft[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `Line ${at + 1} of ${file}`;
    const item = parsed(line, place);
    if (typeof item['inputText'] !== 'string') {
      throw wrongInput('invalid_file', `${place} must have the text inputText.`);
    }
    for (const name of ['expectedOutput', 'sourceCallId']) {
      const value = item[name] ?? null;
      if (value !== null && typeof value !== 'string') {
        throw wrongInput('invalid_file', `${place}: ${name} must be a text.`);
      }
    }
    const unknown = Object.keys(item).filter((name) => !FIELDS.has(name));
    if (unknown.length > 0) {
      throw wrongInput(
        'invalid_file',
        `${place} has fields that an item does not have: ${unknown.join(', ')}.`,
      );
    }
    return [item as unknown as ItemDraft];
  });
}

function parsed(line: string, place: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (isFields(value)) return value;
  } catch {
    // Reported below, as a line that is JSON but not an object.
  }
  throw wrongInput('invalid_file', `${place} is not a JSON object.`);
}
