import { number, sentence, sentences, text } from '#lib/sentences';

export const budgetSentences = sentences({
  budget_exhausted: sentence`The LLM-feature budget of ${number('budgetUsd')} USD for ${text('month')} does not allow for this: ${number('spentUsd')} USD are spent, ${number('heldUsd')} USD are held by work under way, and up to ${number('neededUsd')} USD are needed. Raise the budget, or wait for the next month.`,
});
