// Sentences in `reasoning` that the service wrote: results of rules, and why there is no score. A judge
// writes its own text.
import { figuresOfSentences, FigureValues } from '#lib/figures';
import { sentence, sentences, type CodeOf, type Said } from '#lib/sentences';
import { modelSentences } from '#services/models';
import { ruleSentences } from './evaluators/sentences.ts';

const own = sentences({
  call_gone: sentence`The call was deleted, or its retention ended, before it was scored.`,
  no_content: sentence`The output of this call was not stored, so there is nothing to judge. Storing messages keeps it, from the moment it is switched on.`,
  no_trace: sentence`The call belongs to no trace, so there is no trajectory to judge.`,
  no_session: sentence`The call belongs to no session, so there is no session to judge.`,
  prompt_gone: sentence`The prompt of this dataset was deleted before the output was generated.`,
  prompt_unreadable: sentence`The prompt of this dataset, its configuration, or another prompt that it contains cannot be read.`,
  output_not_stored: sentence`The output was generated before the run was interrupted, and the account stores no content, so it is not there to be judged.`,
});
export const { say } = own;

const byCode = { ...ruleSentences.byCode, ...modelSentences.byCode, ...own.byCode };

/** Without a code if a judge or another part of the service wrote it. */
export type Reasoning = Said<CodeOf<{ byCode: typeof byCode }> | null>;

const ScoreFigures = figuresOfSentences('ScoreFigures', byCode);
export const ScoreFigureValues = FigureValues(
  ScoreFigures,
  'The figures in `reasoning`; empty without a code',
);
