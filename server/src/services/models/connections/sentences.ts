import { numberFigure, oneOf, sentence, sentences, text } from '#lib/sentences';

export const connectionSentences = sentences({
  connection_budget_exhausted: sentence`The model connection “${text('name')}” may spend ${numberFigure('budgetUsd')} USD a ${oneOf('period', { day: 'day', month: 'month' })}: ${numberFigure('spentUsd')} USD are spent, ${numberFigure('heldUsd')} USD are held by requests under way, and up to ${numberFigure('neededUsd')} USD are needed. Raise the budget of the connection, or wait.`,
  connection_without_price: sentence`No price is known for ${text('model')}, so the budget of the model connection “${text('name')}” could not be kept. Set a price for the model, or remove the budget.`,
});
