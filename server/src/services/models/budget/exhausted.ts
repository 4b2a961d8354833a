import { AppError } from '#lib/app-error';
import type { ModelSaid } from '../sentences.ts';

/** A 429 that keeps its code and figures, because a score that was not paid for stores them. */
export class BudgetExhausted extends AppError {
  readonly said: ModelSaid;

  constructor(said: ModelSaid, retryAfterSeconds: number) {
    super('too_many_requests', 'budget_exhausted', said.message, { retryAfterSeconds });
    this.said = said;
  }
}
