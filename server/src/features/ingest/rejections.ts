// The records of one request that were turned down, by cause, for the receipts. A reason reads "what must be; what was seen", of
// which the first half is the cause and the whole is its example.

export interface Rejected {
  reason: string;
  count: number;
  example: string;
}

export class Rejections {
  readonly #causes = new Map<string, Rejected>();

  add(reason: string, id: string | null): void {
    const cut = reason.indexOf(';');
    const cause = cut === -1 ? reason : reason.slice(0, cut);
    const before = this.#causes.get(cause);
    if (before) before.count += 1;
    else
      this.#causes.set(cause, {
        reason: cause,
        count: 1,
        example: id === null ? reason : `${id}: ${reason}`,
      });
  }

  list(): Rejected[] {
    return this.#causes.size === 0 ? NONE : [...this.#causes.values()];
  }
}

const NONE: Rejected[] = [];
