// Items of a dataset as JSON lines. An item that has only texts is a line of texts, as every version of the
// service reads it; any other item is a line with all its fields.
import type { Schemas } from '@tracewell/sdk';
import { wrongInput } from '../service/fault.ts';
import { isFields } from '../service/read.ts';

type FullItem = Schemas['EvalDatasetFullItem'];

/** Without the id that one service gave it, so that the file can be pushed to another. */
export interface TextDraft {
  inputText: string;
  expectedOutput?: string | null;
  sourceCallId?: string | null;
}
export type FullDraft = Pick<Schemas['EvalDatasetItemWrite'], (typeof FULL)[number]>;
export type ItemDraft = TextDraft | FullDraft;

const FULL = ['input', 'expectedOutput', 'metadata', 'split', 'externalId', 'sourceCallId'] as const;
const TEXTS = ['inputText', 'expectedOutput', 'sourceCallId'] as const;

export const isTextDraft = (item: ItemDraft): item is TextDraft => 'inputText' in item;

const isText = (value: unknown): boolean => value === null || typeof value === 'string';

function draftOf(item: FullItem): ItemDraft {
  const { input, expectedOutput, metadata, split, externalId } = item;
  const isPlain = metadata === null && split === null && externalId === null;
  const names = isPlain && typeof input === 'string' && input !== '' && isText(expectedOutput) ? TEXTS : FULL;
  const all: Record<string, unknown> = { ...item, inputText: input };
  const given = names.map((name) => [name, all[name]] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}

export const linesOf = (items: readonly FullItem[]): string =>
  items.map((item) => `${JSON.stringify(draftOf(item))}\n`).join('');

/** Empty lines are skipped. Lengths are checked by the service, which knows its limits. */
export function readLines(text: string, file: string): ItemDraft[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const place = `Line ${at + 1} of ${file}`;
    const item = parsed(line, place);
    const isFull = Object.hasOwn(item, 'input');
    if (!isFull && typeof item['inputText'] !== 'string')
      throw wrongInput('invalid_file', `${place} must have the text inputText, or an input.`);
    const texts = isFull ? ['split', 'externalId', 'sourceCallId'] : ['expectedOutput', 'sourceCallId'];
    for (const name of texts) {
      if (!isText(item[name] ?? null)) throw wrongInput('invalid_file', `${place}: ${name} must be a text.`);
    }
    const known: readonly string[] = isFull ? FULL : TEXTS;
    const unknown = Object.keys(item).filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw wrongInput(
        'invalid_file',
        `${place} has fields that an item does not have: ${unknown.join(', ')}.`,
      );
    }
    return [item];
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
