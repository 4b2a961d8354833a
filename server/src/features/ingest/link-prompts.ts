// Langfuse clients name the version of a prompt by its number. The registry has names for versions, so a call is linked by the
// id of the version, under which its usage is counted.
import { promptNumberOf, type PromptNumber, type Span } from '#otlp';
import type { StoredRecord } from '#records';

/** The ids in the registry, in the same order; null if there is no such version. */
export type FindPrompts = (asked: readonly PromptNumber[]) => Promise<readonly (number | null)[]>;

export class PromptLinks {
  readonly #byRecord = new Map<string, PromptNumber>();

  add(span: Span): void {
    const prompt = promptNumberOf(span);
    if (prompt) this.#byRecord.set(`${span.traceId}-${span.spanId}`, prompt);
  }

  /** Adds the ids to the calls. */
  async link(records: readonly StoredRecord[], find: FindPrompts): Promise<void> {
    if (this.#byRecord.size === 0) return;
    const keyOf = ({ name, number }: PromptNumber): string => `${number} ${name}`;
    const asked = new Map([...this.#byRecord.values()].map((prompt) => [keyOf(prompt), prompt]));
    const ids = await find([...asked.values()]);
    const found = new Map([...asked.keys()].map((key, at) => [key, ids[at] ?? null]));
    for (const record of records) {
      const prompt = this.#byRecord.get(record.id);
      const id = prompt && found.get(keyOf(prompt));
      if (record.kind === 'call' && record.requestMeta && id) record.requestMeta['promptId'] ??= id;
    }
  }
}
