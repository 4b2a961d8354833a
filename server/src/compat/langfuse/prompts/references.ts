// A prompt can contain others: `@@@langfusePrompt:name=intro|label=production@@@`. Their server replaces the
// reference by the text of that prompt, and so does this one.
import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import { findNumbered } from '#features/prompts';

const REFERENCE = /@@@langfusePrompt:([^@\n]{1,500})@@@/g;
const DEEPEST = 5;
/** The limit for the whole prompt. Prompts that contain each other twice grow without bound. */
const MOST_CHARACTERS = 1_048_576;
const MOST_PROMPTS = 100;

const unusable = (message: string) => new AppError('bad_request', 'invalid_reference', message);

/** One for each request: a prompt that is used twice is read once. */
export class PromptReferences {
  readonly #ctx: Context;
  readonly #texts = new Map<string, string>();
  #characters = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async replaceIn(text: string, depth = 0): Promise<string> {
    const references = [...text.matchAll(REFERENCE)];
    if (references.length === 0) return text;
    if (depth === DEEPEST) throw unusable(`Prompts are contained in each other more than ${DEEPEST} times.`);
    let replaced = '';
    let at = 0;
    for (const { 0: whole, 1: reference = '', index } of references) {
      const inner = await this.replaceIn(await this.#textOf(reference), depth + 1);
      this.#characters += inner.length;
      if (this.#characters > MOST_CHARACTERS) throw unusable('The prompts that it contains are too long.');
      replaced += text.slice(at, index) + inner;
      at = index + whole.length;
    }
    return replaced + text.slice(at);
  }

  async #textOf(reference: string): Promise<string> {
    const known = this.#texts.get(reference);
    if (known !== undefined) return known;
    if (this.#texts.size === MOST_PROMPTS) throw unusable(`It contains more than ${MOST_PROMPTS} prompts.`);
    const {
      name = '',
      version,
      label,
    } = Object.fromEntries(
      reference.split('|').map((part) => {
        const equals = part.indexOf('=');
        return [part.slice(0, equals), part.slice(equals + 1)];
      }),
    ) as { name?: string; version?: string; label?: string };
    const choice =
      version !== undefined && /^[1-9]\d{0,8}$/.test(version)
        ? { number: Number(version) }
        : { label: label ?? 'production' };
    const found = await findNumbered(this.#ctx.db, this.#ctx.account.id, name, choice);
    if (!found) throw new AppError('not_found', 'not_found', `Prompt dependency not found: ${reference}.`);
    if (found.prompt.type !== 'text')
      throw unusable(`Only a text prompt can be part of another: ${reference}.`);
    this.#texts.set(reference, found.prompt.template);
    return found.prompt.template;
  }
}
