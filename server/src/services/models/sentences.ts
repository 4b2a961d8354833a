// Reasons why a model gave no score or output, for people: without content, keys or text from the vendor.
import {
  numberFigure,
  oneOf,
  sentence,
  sentences,
  text,
  timesFigure,
  type CodeOf,
  type Said,
} from '#lib/sentences';

const role = oneOf('role', {
  judge: 'The judge',
  generator: 'The generator',
  embedder: 'The embedding model',
});

/** The reason why a model rejects a request. */
const why = oneOf('why', {
  key: 'its key is wrong or may not use this model',
  address: 'there is no such model or address',
  too_long: 'what it was sent is too long for it',
  credit: 'its account has no credit left',
  unrecorded: 'it is a recording of the sample data, and has no answer to this input',
  kind: 'the model does not take requests of this kind, or this one is too long for it',
});

/** The judge is told this too, before its second attempt. */
export const UNUSABLE_ANSWER = {
  empty: 'the answer was empty',
  not_json: 'the answer was not a JSON object',
  no_reasoning: '"reasoning" must say why',
} as const;

export const modelSentences = sentences({
  model_unconnected: sentence`${role} has no model: an admin makes a model connection the default, or the operator sets ${text('setting')} and the settings beside it.`,
  model_unreachable: sentence`${role} could not be reached, tried ${timesFigure('attempts')}. Try again later.`,
  model_failing: sentence`${role} answered with a fault (HTTP ${numberFigure('status')}), tried ${timesFigure('attempts')}. Try again later.`,
  model_garbled: sentence`${role} answered with a fault, tried ${timesFigure('attempts')}. Try again later.`,
  model_rejects: sentence`${role} turned the request down (HTTP ${numberFigure('status')}): ${why}.`,
  model_timeout: sentence`${role} did not answer in time, tried ${timesFigure('attempts')}.`,
  model_rate_limited: sentence`${role} is limited in its rate by its provider, and there was no getting through in time. Try again later; the operator may lower ${text('setting')}.`,
  model_cancelled: sentence`Cancelled before there was an answer.`,
  judge_refused: sentence`The judge’s model or its provider refused to look at this content.`,
  generator_refused: sentence`The generator’s model or its provider refused to answer this item.`,
  judge_answer_unusable: sentence`The judge’s answer could not be used, twice: ${oneOf('why', UNUSABLE_ANSWER)}.`,
  judge_answer_cut_off: sentence`The judge’s answer could not be used, twice: it was cut off after ${numberFigure('tokens')} tokens.`,
  judge_answer_off_scale: sentence`The judge’s answer could not be used, twice: "score" must be from ${numberFigure('min')} to ${numberFigure('max')}, not ${numberFigure('score')}.`,
  judge_answer_other: sentence`The judge’s answer could not be used, twice: ${text('problem')}.`,
  embedder_unconnected: sentence`There is no embedding model: an admin sets one on a model connection, or the operator sets ${text('setting')} and the settings beside it.`,
  embedder_answer_unusable: sentence`The answer of the embedding model could not be used: ${oneOf('why', {
    count: 'it has not one vector for each text',
    length: 'its vectors are empty or differ in length',
    zero: 'a vector is zero or not a list of finite numbers',
  })}.`,
  nothing_to_judge: sentence`There is no content to judge: it was not stored, or is not there any more.`,
  budget_exhausted: sentence`The LLM-feature budget of ${numberFigure('budgetUsd')} USD for ${text('month')} does not allow for this: ${numberFigure('spentUsd')} USD are spent, ${numberFigure('heldUsd')} USD are held by work under way, and up to ${numberFigure('neededUsd')} USD are needed. Raise the budget, or wait for the next month.`,
  connection_budget_exhausted: sentence`The model connection “${text('name')}” may spend ${numberFigure('budgetUsd')} USD a ${oneOf('period', { day: 'day', month: 'month' })}: ${numberFigure('spentUsd')} USD are spent, ${numberFigure('heldUsd')} USD are held by requests under way, and up to ${numberFigure('neededUsd')} USD are needed. Raise the budget of the connection, or wait.`,
  connection_without_price: sentence`No price is known for ${text('model')}, so the budget of the model connection “${text('name')}” could not be kept. Set a price for the model, or remove the budget.`,
});
export const { say } = modelSentences;

/** Without a code if the sentence is of another part of the service. */
export type ModelSaid = Said<CodeOf<typeof modelSentences> | null>;
