// The answer form of a criterion: the instructions for the judge, the JSON schema, and how the answer is
// parsed. The schema uses only what every vendor accepts; the scale is checked here.
import { Type, type TSchema } from 'typebox';
import { OneOf } from '#lib/schema';
import { modelSentences, UNUSABLE_ANSWER, type ModelSaid } from '#services/models';
import { labelsOf, type ScoreLabel } from './labels.ts';

export interface JudgeCriterion {
  name: string;
  rubric: string;
  scaleMin: number;
  scaleMax: number;
  scoreType: 'numeric' | 'boolean' | 'categorical';
}

interface Score {
  score: number;
  /** Set for a categorical criterion. */
  label: string | null;
  reasoning: string;
}

/** `problem` goes to the judge for its second attempt, and `said` to a person if that fails too. */
interface Unusable {
  ok: false;
  reason: 'bad_answer' | 'off_scale';
  problem: string;
  said: ModelSaid;
}

export type ReadAnswer = ({ ok: true } & Score) | Unusable;

export interface AnswerForm {
  schema: TSchema;
  instructions: string;
  read(text: string): ReadAnswer;
}

const { say } = modelSentences;

const MAX_REASONING = 4_000;

// Comes first, so that the score follows from it.
const reasoning = Type.String({
  description:
    'Two to four sentences: the evidence, quoted where short, and the level of the rubric it meets.',
});

export function answerForm(criterion: JudgeCriterion): AnswerForm | { problem: string } {
  const { scoreType, scaleMin, scaleMax, rubric } = criterion;
  if (scoreType === 'categorical') {
    const labels = labelsOf(rubric, scaleMin, scaleMax);
    return labels.ok ? labelForm(labels.labels) : { problem: labels.problem };
  }
  return scoreType === 'boolean' ? yesNoForm : numberForm(scaleMin, scaleMax);
}

const yesNoForm: AnswerForm = {
  schema: Type.Object(
    { reasoning, score: Type.Integer({ description: '1: the criterion is met; 0: it is not' }) },
    { additionalProperties: false },
  ),
  instructions:
    'Score 1 when the criterion is met and 0 when it is not; there is nothing in between.\n' +
    'Answer with one JSON object: {"reasoning": "…", "score": 0 or 1}.',
  read: (text) =>
    readJson(text, (answer) => {
      const given = answer['score'];
      const score = typeof given === 'boolean' ? Number(given) : numberOf(given);
      if (score === null) return unusable('bad_answer', '"score" must be 0 or 1');
      return score === 0 || score === 1
        ? { score, label: null }
        : unusable('off_scale', `"score" must be 0 or 1, not ${score}`);
    }),
};

const numberForm = (min: number, max: number): AnswerForm => ({
  schema: Type.Object(
    { reasoning, score: Type.Number({ description: `From ${min} to ${max}` }) },
    { additionalProperties: false },
  ),
  instructions:
    `Score from ${min} (worst) to ${max} (best). Where the rubric describes single scores, give one of those.\n` +
    `Answer with one JSON object: {"reasoning": "…", "score": a number from ${min} to ${max}}.`,
  read: (text) =>
    readJson(text, (answer) => {
      const score = numberOf(answer['score']);
      if (score === null) return unusable('bad_answer', `"score" must be a number from ${min} to ${max}`);
      if (score >= min && score <= max) return { score, label: null };
      const said = say('judge_answer_off_scale', { min, max, score });
      return unusable('off_scale', `"score" must be from ${min} to ${max}, not ${score}`, said);
    }),
});

function labelForm(labels: readonly ScoreLabel[]): AnswerForm {
  const names = labels.map(({ label }) => label);
  const listed = names.map((name) => JSON.stringify(name)).join(', ');
  return {
    schema: Type.Object(
      { reasoning, label: OneOf(names, 'The label that fits') },
      { additionalProperties: false },
    ),
    instructions:
      `Choose exactly one of these labels: ${listed}.\n` +
      'Answer with one JSON object: {"reasoning": "…", "label": "the label, letter by letter"}.',
    read: (text) =>
      readJson(text, (answer) => {
        const given = answer['label'];
        if (typeof given !== 'string') return unusable('bad_answer', `"label" must be one of ${listed}`);
        const wanted = given.trim().toLowerCase();
        return (
          labels.find(({ label }) => label.toLowerCase() === wanted) ??
          unusable('off_scale', `"label" must be one of ${listed}`)
        );
      }),
  };
}

const unusable = (
  reason: Unusable['reason'],
  problem: string,
  said: ModelSaid = say('judge_answer_other', { problem }),
): Unusable => ({ ok: false, reason, problem, said });

const formless = (why: keyof typeof UNUSABLE_ANSWER): Unusable =>
  unusable('bad_answer', UNUSABLE_ANSWER[why], say('judge_answer_unusable', { why }));

function readJson(
  text: string,
  read: (answer: Record<string, unknown>) => Pick<Score, 'score' | 'label'> | Unusable,
): ReadAnswer {
  if (text.trim() === '') return formless('empty');
  const answer = objectIn(text);
  if (!answer) return formless('not_json');
  const reading = read(answer);
  if ('ok' in reading) return reading;
  const why = answer['reasoning'];
  if (typeof why !== 'string' || why.trim() === '') return formless('no_reasoning');
  return {
    ok: true,
    score: reading.score,
    label: reading.label,
    reasoning: why.trim().slice(0, MAX_REASONING),
  };
}

/** Servers that do not enforce a schema let models wrap the object in a code fence or a sentence. */
export function objectIn(text: string): Record<string, unknown> | null {
  const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, inner]) {
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return value as Record<string, unknown>;
    } catch {
      // Tries the next candidate.
    }
  }
  return null;
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\s*-?\d{1,9}(?:\.\d{1,9})?\s*$/.test(value) ? Number(value) : null;
}
