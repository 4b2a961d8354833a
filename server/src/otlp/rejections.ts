// Rejected spans, counted by reason and by the value that caused it.

export interface Rejection {
  /** A code in snake_case. */
  reason: string;
  count: number;
  /** The rejected value, or the name of such a span, which its sender recognises. */
  example: string;
}

const MAX_EXAMPLE = 80;
const MAX_CAUSES = 8;

export class RejectionTally {
  readonly #causes = new Map<string, Rejection>();

  add(reason: string, seen: string, spanName: string): void {
    const cause = `${reason}\n${seen}`;
    const before =
      this.#causes.get(cause) ?? (this.#causes.size >= MAX_CAUSES ? this.#last(reason) : undefined);
    if (before) before.count += 1;
    else this.#causes.set(cause, { reason, count: 1, example: (seen || spanName).slice(0, MAX_EXAMPLE) });
  }

  list(): Rejection[] {
    return [...this.#causes.values()];
  }

  /** Beyond the limit, further values count with the first one of the same reason. */
  #last(reason: string): Rejection | undefined {
    for (const rejection of this.#causes.values()) if (rejection.reason === reason) return rejection;
    return undefined;
  }
}
