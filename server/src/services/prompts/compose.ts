// Replaces references by the text of the prompts that they name, when a prompt is read. Depth, number and
// length are limited, because nested references can grow a text without bound.
import { AppError } from '#lib/app-error';
import type { Reader } from '#metadata';
import {
  mapPromptTexts,
  mayHaveReferences,
  splitReferences,
  writtenReference,
  type PromptReference,
} from './references.ts';
import { selectReferenced, type ReferencedPrompt } from './store.ts';

const DEEPEST = 5;
const MAX_CHARACTERS = 1_048_576;
const MAX_PROMPTS = 100;

type ReferenceProblem =
  | 'reference_invalid'
  | 'reference_not_found'
  | 'reference_cycle'
  | 'reference_not_text'
  | 'references_too_deep'
  | 'references_too_many'
  | 'references_too_long';

/** A prompt cannot be composed: 422 wherever it is read or saved. */
export class ReferenceFault extends AppError {
  constructor(problem: ReferenceProblem, message: string, field?: string) {
    super(
      'unprocessable',
      problem,
      message,
      field === undefined ? {} : { details: [{ path: field, message }] },
    );
  }

  /** The same fault, caused by a field of the request. */
  in(field: string): ReferenceFault {
    return new ReferenceFault(this.reason as ReferenceProblem, this.message, field);
  }
}

interface Composed {
  text: string;
  /** Levels of references below it. */
  height: number;
  /** References below it: the text of the reference, and the prompt name. */
  below: ReadonlyMap<string, string>;
}

interface ComposedPrompt {
  template: string;
  /** Names of the prompts in it. */
  names: string[];
}

/** Use one for each request or transaction: a prompt that is used twice is read once. */
export class PromptComposer {
  readonly #db: Reader;
  readonly #accountId: string;
  readonly #rows = new Map<string, ReferencedPrompt | null>();
  readonly #done = new Map<string, Composed>();
  /** Names of all prompts that were looked up, including missing ones. */
  readonly asked = new Set<string>();

  constructor(db: Reader, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** The template with all references replaced. Throws a `ReferenceFault`. A text without a name has ''. */
  async compose(
    { name, ...content }: { name: string; type: 'text' | 'chat'; template: string },
    field?: string,
  ): Promise<ComposedPrompt> {
    if (!mayHaveReferences(content.template)) return { template: content.template, names: [] };
    const below = new Map<string, string>();
    let characters = 0;
    try {
      const template = await mapPromptTexts(content, async (text) => {
        const composed = await this.#replaced(text, [name]);
        for (const [written, inner] of composed.below) below.set(written, inner);
        characters += composed.text.length;
        requireRoom(below.size, characters);
        return composed.text;
      });
      return { template, names: [...new Set(below.values())] };
    } catch (error) {
      throw error instanceof ReferenceFault && field !== undefined ? error.in(field) : error;
    }
  }

  /** `path` has the names from the prompt that is read down to this text. */
  async #replaced(text: string, path: readonly string[]): Promise<Composed> {
    const { pieces, rest } = splitReferences(text);
    const below = new Map<string, string>();
    let height = 0;
    let whole = '';
    for (const { before, reference, written } of pieces) {
      if (!reference)
        throw new ReferenceFault(
          'reference_invalid',
          `A reference needs a name and a label or a version: ${written}`,
        );
      const inner = await this.#innerOf(reference, path);
      whole += before + inner.text;
      height = Math.max(height, inner.height + 1);
      below.set(writtenReference(reference), reference.name);
      for (const [deeper, name] of inner.below) below.set(deeper, name);
      requireRoom(below.size, whole.length);
    }
    return { text: whole + rest, height, below };
  }

  async #innerOf(reference: PromptReference, path: readonly string[]): Promise<Composed> {
    const key = writtenReference(reference);
    if (path.includes(reference.name)) throw cycle([...path, reference.name]);
    const known = this.#done.get(key);
    if (known) {
      const again = [...known.below.values()].find((name) => path.includes(name));
      if (again !== undefined) throw cycle([...path, reference.name, again]);
    }
    const inner = known ?? (await this.#composedRow(reference, path));
    this.#done.set(key, inner);
    requireDepth(path.length + inner.height, [...path, reference.name]);
    return inner;
  }

  async #composedRow(reference: PromptReference, path: readonly string[]): Promise<Composed> {
    requireDepth(path.length, [...path, reference.name]);
    const row = await this.target(reference);
    if (!row) throw new ReferenceFault('reference_not_found', `There is no prompt ${which(reference)}.`);
    if (row.type !== 'text')
      throw new ReferenceFault(
        'reference_not_text',
        `Only a text prompt can be part of another, and ${which(reference)} is a chat prompt.`,
      );
    return this.#replaced(row.template, [...path, reference.name]);
  }

  async target(reference: PromptReference): Promise<ReferencedPrompt | null> {
    const key = writtenReference(reference);
    this.asked.add(reference.name);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = await selectReferenced(this.#db, this.#accountId, reference);
    this.#rows.set(key, row);
    return row;
  }
}

const which = ({ name, label, number }: PromptReference): string =>
  number === null ? `"${name}" with the label "${label}"` : `"${name}" with the number ${number}`;

function cycle(path: readonly string[]): ReferenceFault {
  const from = path.indexOf(path.at(-1) ?? '');
  return new ReferenceFault(
    'reference_cycle',
    `A prompt cannot contain itself: ${path.slice(from).join(' → ')}.`,
  );
}

function requireDepth(depth: number, path: readonly string[]): void {
  if (depth <= DEEPEST) return;
  throw new ReferenceFault(
    'references_too_deep',
    `Prompts contain each other on more than ${DEEPEST} levels: ${path.filter(Boolean).join(' → ')}.`,
  );
}

function requireRoom(prompts: number, characters: number): void {
  if (prompts > MAX_PROMPTS)
    throw new ReferenceFault('references_too_many', `A prompt can contain at most ${MAX_PROMPTS} others.`);
  if (characters > MAX_CHARACTERS)
    throw new ReferenceFault(
      'references_too_long',
      `With the prompts that it contains, the prompt is longer than ${MAX_CHARACTERS} characters.`,
    );
}
