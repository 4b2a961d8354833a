// Validates the answer of a moderations endpoint against the request. An answer that does not match is
// rejected, because it would be stored.
import { isObject } from '#lib/is-object';
import { parseJson } from '#lib/safe-json';

/** Score and flag by category. */
export type SafetyVerdict = ReadonlyMap<string, { flagged: boolean; score: number }>;

export type AnswerFault = 'not_json' | 'wrong_count' | 'no_categories' | 'off_scale';

type Answer = { ok: true; verdicts: SafetyVerdict[] } | { ok: false; fault: AnswerFault };

const MAX_DEPTH = 8;
const MAX_CATEGORIES = 100;
/** Categories are stored and shown: `hate`, `self-harm/intent`, `S1 Violent Crimes`. */
const CATEGORY = /^[A-Za-z0-9][\w ./:-]{0,63}$/;
/** Flagged without a category. */
const UNNAMED = 'unspecified';

export function readAnswer(bytes: Uint8Array, asked: number): Answer {
  const parsed = parseJson(bytes, MAX_DEPTH);
  if (!parsed.ok) return { ok: false, fault: 'not_json' };
  const results = memberOf(parsed.value, 'results');
  if (!Array.isArray(results) || results.length !== asked) return { ok: false, fault: 'wrong_count' };
  const verdicts: SafetyVerdict[] = [];
  for (const result of results) {
    const verdict = verdictOf(result);
    if (typeof verdict === 'string') return { ok: false, fault: verdict };
    verdicts.push(verdict);
  }
  return { ok: true, verdicts };
}

function verdictOf(result: unknown): SafetyVerdict | AnswerFault {
  const categories = memberOf(result, 'categories');
  const scores = memberOf(result, 'category_scores');
  const flagged = memberOf(result, 'flagged');
  if (!isObject(categories) || !isObject(scores) || typeof flagged !== 'boolean') return 'no_categories';
  const names = Object.keys(categories);
  if (names.length === 0 || names.length > MAX_CATEGORIES) return 'no_categories';
  const verdict = new Map<string, { flagged: boolean; score: number }>();
  for (const name of names) {
    const isFlagged = categories[name];
    const score = Object.hasOwn(scores, name) ? scores[name] : undefined;
    // Null marks a category that this model does not know.
    if (isFlagged === null) continue;
    if (!CATEGORY.test(name) || typeof isFlagged !== 'boolean' || typeof score !== 'number')
      return 'no_categories';
    if (!(score >= 0 && score <= 1)) return 'off_scale';
    verdict.set(name, { flagged: isFlagged, score });
  }
  if (verdict.size === 0) return 'no_categories';
  const named = [...verdict.values()];
  if (flagged && !named.some((each) => each.flagged))
    verdict.set(UNNAMED, { flagged: true, score: Math.max(...named.map(({ score }) => score)) });
  return verdict;
}

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
