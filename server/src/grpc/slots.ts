// Limits concurrent calls, in total and per account. Each may hold a message of 1 MiB twice, compressed and
// decompressed. Calls beyond the limit get a retryable error.
export class Slots {
  readonly #inAll: number;
  readonly #perAccount: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(inAll: number, perAccount: number) {
    this.#inAll = inAll;
    this.#perAccount = perAccount;
  }

  /** False if there is no free slot. */
  take(accountId: string): boolean {
    const own = this.#taken.get(accountId) ?? 0;
    if (this.#total >= this.#inAll || own >= this.#perAccount) return false;
    this.#taken.set(accountId, own + 1);
    this.#total += 1;
    return true;
  }

  free(accountId: string): void {
    const own = (this.#taken.get(accountId) ?? 1) - 1;
    if (own === 0) this.#taken.delete(accountId);
    else this.#taken.set(accountId, own);
    this.#total -= 1;
  }
}
