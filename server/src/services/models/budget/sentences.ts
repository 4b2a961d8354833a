import { numberFigure, sentence, sentences, text } from '#lib/sentences';

export const budgetSentences = sentences({
  budget_exhausted: sentence`The LLM-feature budget of ${numberFigure('budgetUsd')} USD for ${text('month')} does not allow for this: ${numberFigure('spentUsd')} USD are spent, ${numberFigure('heldUsd')} USD are held by work under way, and up to ${numberFigure('neededUsd')} USD are needed. Raise the budget, or wait for the next month.`,
});
