// Compares the meaning of an output with a reference text, by the cosine of their embeddings.
import { cutMiddle } from '#services/conversation';
import {
  exchangeWithModel,
  modelFailed,
  modelSentences,
  type Bill,
  type FailureReason,
  type LlmContext,
  type ModelFailure,
} from '#services/models';
import type { RuleReasoning, ScoreType } from '../evaluators/evaluator.ts';
import { expectedText } from '../evaluators/expected-text.ts';
import { spreadOver } from '../evaluators/index.ts';
import { say } from '../evaluators/sentences.ts';
import { similarityRubric } from './rubric.ts';

/** Fits into the smallest common limit of 2,048 tokens for most texts. */
const MAX_CHARS = 8_000;

interface SimilarityCriterion {
  rubric: string;
  scaleMin: number;
  scaleMax: number;
  scoreType: ScoreType;
}

interface SimilarityOrder {
  criterion: SimilarityCriterion;
  output: string;
  expectedOutput: string | null;
  signal: AbortSignal;
}

interface Asked {
  costMicros: number;
  /** False if the texts alone decided. */
  byModel: boolean;
}

type Compared = Asked & { ok: true; score: number; reasoning: RuleReasoning };
type NotCompared = Asked & {
  ok: false;
  reason: FailureReason | 'no_expected_output';
  said: RuleReasoning | ModelFailure['said'];
};

/** Throws a RubricError if the rubric cannot be used. */
export async function similarityScore(
  ctx: LlmContext,
  { criterion, output, expectedOutput, signal }: SimilarityOrder,
): Promise<Compared | NotCompared> {
  const { reference, threshold } = similarityRubric(criterion.rubric, criterion.scoreType);
  const wanted = expectedText(reference)({ expectedOutput });
  if (wanted === null || wanted.trim() === '')
    return { ok: false, reason: 'no_expected_output', said: say('no_expected_output', {}), ...NOT_ASKED };
  // Vendors reject an empty text.
  if (output.trim() === '')
    return { ok: true, score: criterion.scaleMin, reasoning: say('similarity_empty', {}), ...NOT_ASKED };
  const texts = [cutMiddle(output, MAX_CHARS), cutMiddle(wanted, MAX_CHARS)];
  const compared = await exchangeWithModel(ctx, 'embedder', 'judge', signal, async (session) => {
    const embedded = await session.embed(texts);
    if (!embedded.ok) return embedded;
    const [one, other, ...more] = embedded.vectors;
    const unusable = (why: 'count' | 'length' | 'zero'): ModelFailure =>
      modelFailed('embedder_bad_answer', modelSentences.say('embedder_answer_unusable', { why }), session);
    if (!one || !other || more.length > 0) return unusable('count');
    const found = cosineSimilarity(one, other);
    return 'why' in found ? unusable(found.why) : { ok: true as const, ...found, ...session.bill };
  });
  return compared.ok
    ? scoredSimilarity(compared, criterion, threshold)
    : { ok: false, reason: compared.reason, said: compared.said, ...askedFor(compared) };
}

const NOT_ASKED: Asked = { costMicros: 0, byModel: false };
const askedFor = ({ costMicros }: { costMicros: number }): Asked => ({ costMicros, byModel: true });

function scoredSimilarity(
  { similarity, provider, model: name, ...bill }: Bill & { similarity: number },
  { scaleMin, scaleMax, scoreType }: SimilarityCriterion,
  threshold: number,
): Compared {
  const share = Math.max(0, Math.round(similarity * 1e4) / 1e4);
  const model = `${provider}/${name}`;
  if (scoreType !== 'boolean')
    return {
      ok: true,
      score: spreadOver(share, scaleMin, scaleMax),
      reasoning: say('similarity', { similarity: share, model }),
      ...askedFor(bill),
    };
  return {
    ok: true,
    score: share >= threshold ? scaleMax : scaleMin,
    reasoning: say('similarity_threshold', { similarity: share, threshold, model }),
    ...askedFor(bill),
  };
}

/** Null with the reason if the vectors cannot be compared. */
export function cosineSimilarity(
  one: readonly number[],
  other: readonly number[],
): { similarity: number } | { why: 'length' | 'zero' } {
  if (one.length === 0 || one.length !== other.length) return { why: 'length' };
  let [product, left, right] = [0, 0, 0];
  one.forEach((a, at) => {
    const b = other[at] ?? 0;
    product += a * b;
    left += a * a;
    right += b * b;
  });
  const similarity = product / Math.sqrt(left) / Math.sqrt(right);
  if (!Number.isFinite(similarity)) return { why: 'zero' };
  // Rounding can leave it a little outside.
  return { similarity: Math.min(1, Math.max(-1, similarity)) };
}
