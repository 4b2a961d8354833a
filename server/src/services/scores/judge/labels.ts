// Reads the labels of a categorical criterion from its rubric: lines `label: meaning` under `Labels:`, best
// first. Either all labels have a score in brackets or none.

export interface ScoreLabel {
  label: string;
  score: number;
}

type Labels = { ok: true; labels: readonly ScoreLabel[] } | { ok: false; problem: string };

const MAX_LABELS = 20;
const MAX_LABEL_LENGTH = 60;

const HEADING = /^(?:labels|categories|scores|ラベル|カテゴリ)\s*[:：]$/i;
/** Headings of a typical rubric that look like a label but are not. */
const LAYOUT = /^(?:look at|do not consider|edge cases|notes?|examples?|question)$/i;

const HOW =
  'List the labels in the rubric, one per line under a line "Labels:", as "label: meaning", the best first, or as "label (score): meaning".';

export function labelsOf(rubric: string, scaleMin: number, scaleMax: number): Labels {
  const found = linesOf(rubric).flatMap((line) => readLine(line) ?? []);
  const names = new Set(found.map(({ label }) => label.toLowerCase()));
  if (found.length < 2)
    return { ok: false, problem: `A categorical criterion needs two labels or more. ${HOW}` };
  if (found.length > MAX_LABELS)
    return { ok: false, problem: `There are more than ${MAX_LABELS} labels. ${HOW}` };
  if (names.size < found.length) return { ok: false, problem: `A label is listed twice. ${HOW}` };
  const scored = found.filter(({ score }) => score !== null).length;
  // Labels that are numbers are their own scores.
  const numbers = found.map(({ label }) => numberIn(label));
  if (scored === 0 && numbers.every((number) => number !== null && number >= scaleMin && number <= scaleMax))
    return { ok: true, labels: found.map(({ label }, at) => ({ label, score: numbers[at] ?? scaleMin })) };
  if (scored === 0) return { ok: true, labels: spread(found, scaleMin, scaleMax) };
  if (scored < found.length) return { ok: false, problem: 'Give every label a score in brackets, or none.' };
  const labels = found.map(({ label, score }) => ({ label, score: score ?? scaleMin }));
  const off = labels.find(({ score }) => score < scaleMin || score > scaleMax);
  if (off)
    return { ok: false, problem: `The label "${off.label}" has a score outside ${scaleMin} to ${scaleMax}.` };
  return { ok: true, labels };
}

/** Even steps from the top of the scale to the bottom. */
function spread(found: readonly { label: string }[], scaleMin: number, scaleMax: number): ScoreLabel[] {
  const step = (scaleMax - scaleMin) / (found.length - 1);
  return found.map(({ label }, at) => ({
    label,
    score: at === found.length - 1 ? scaleMin : scaleMax - at * step,
  }));
}

/** The lines under the heading, up to an empty line or the next heading. Without a heading, all lines. */
function linesOf(rubric: string): string[] {
  const lines = rubric.split(/\r?\n/).map((line) => line.trim());
  const start = lines.findIndex((line) => HEADING.test(line));
  if (start < 0) return lines;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line === '' || /[:：]$/.test(line));
  return end < 0 ? rest : rest.slice(0, end);
}

function readLine(line: string): { label: string; score: number | null } | null {
  const at = line.search(/[:：]/);
  const meaning = line.slice(at + 1).trim();
  if (at < 1 || at > MAX_LABEL_LENGTH + 12 || meaning === '') return null;
  const head = line
    .slice(0, at)
    .replace(/^[-*•]\s+/, '')
    .trim();
  const bracket = Math.max(head.lastIndexOf('('), head.lastIndexOf('（'));
  const score = bracket > 0 && /[)）]$/.test(head) ? numberIn(head.slice(bracket + 1, -1)) : null;
  const label = (score === null ? head : head.slice(0, bracket)).trim().replace(/^["'`]|["'`]$/g, '');
  if (label === '' || label.length > MAX_LABEL_LENGTH || LAYOUT.test(label)) return null;
  return { label, score };
}

function numberIn(text: string): number | null {
  return /^\s*-?\d{1,9}(?:\.\d{1,6})?\s*$/.test(text) ? Number(text) : null;
}
