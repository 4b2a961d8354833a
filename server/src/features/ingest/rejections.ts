// Rejected records of POST /v1/ingest: a code for programs, a sentence for people. Nothing may depend on the
// wording of the sentence.
import type { RecordRejectionCode } from '#services/receipts';

export interface RecordRejection {
  code: RecordRejectionCode;
  /** Null if the record as a whole is invalid. */
  field: string | null;
  /** What is required. Two rejections with the same rule have the same code and field. */
  rule: string;
  /** What the record has instead; empty if the rule already says it. */
  seen: string;
  /** The rejected value, if a hint names it. */
  value?: string;
}

export const reasonOf = ({ rule, seen }: RecordRejection): string =>
  seen === '' ? rule : `${rule}; ${seen}`;

/** Rejections of one request with the same rule, for the receipts. */
export interface CountedRejection {
  reason: string;
  code: RecordRejectionCode;
  field: string;
  value: string;
  count: number;
  example: string;
}

export class RejectionCounts {
  readonly #byRule = new Map<string, CountedRejection>();

  add(id: string | null, rejection: RecordRejection): void {
    const { code, field, rule, value = '' } = rejection;
    const before = this.#byRule.get(rule);
    if (before) {
      before.count += 1;
      return;
    }
    const example = id === null ? reasonOf(rejection) : `${id}: ${reasonOf(rejection)}`;
    this.#byRule.set(rule, { reason: rule, code, field: field ?? '', value, count: 1, example });
  }

  list(): CountedRejection[] {
    return this.#byRule.size === 0 ? NONE : [...this.#byRule.values()];
  }
}

const NONE: CountedRejection[] = [];
