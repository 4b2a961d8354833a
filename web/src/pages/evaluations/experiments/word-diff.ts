// Which words of one text are not in another, in order: the longest common subsequence of their words.

interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond it the table of the comparison would be too large; the texts are then shown as they are. */
const MAX_WORDS = 2_000;

const WORDS = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;

/** Of the letters and digits of the longer text; texts that have less in common are two texts, not two versions of one. */
const LEAST_IN_COMMON = 0.3;
/** A difference of a few words can be read whatever it is. */
const MIN_LETTERS = 40;

/** Spaces and punctuation are in every text. */
const wordLength = (text: string): number => text.replace(/[^\p{L}\p{N}]+/gu, '').length;

function isAlike(parts: readonly DiffPart[], before: string, after: string): boolean {
  const same = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + wordLength(text) : sum), 0);
  const longer = Math.max(wordLength(before), wordLength(after));
  return longer < MIN_LETTERS || before === '' || after === '' || same >= longer * LEAST_IN_COMMON;
}

/** Null if the texts are too long to compare, or have too little in common. */
export function wordDiff(before: string, after: string): DiffPart[] | null {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [old, now] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1;
    nowEnd -= 1;
  }
  if (oldEnd - start > MAX_WORDS || nowEnd - start > MAX_WORDS) return null;
  const parts = joined([
    ...now.slice(0, start).map((text) => ({ kind: 'same', text }) as const),
    ...middle(old.slice(start, oldEnd), now.slice(start, nowEnd)),
    ...now.slice(nowEnd).map((text) => ({ kind: 'same', text }) as const),
  ]);
  return isAlike(parts, before, after) ? parts : null;
}

function middle(old: readonly string[], now: readonly string[]): DiffPart[] {
  const width = now.length + 1;
  // The length of the longest common subsequence of the rests.
  const rest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      rest[i * width + j] =
        old[i] === now[j]
          ? (rest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(rest[(i + 1) * width + j] ?? 0, rest[i * width + j + 1] ?? 0);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && (rest[(i + 1) * width + j] ?? 0) >= (rest[i * width + j + 1] ?? 0))
    ) {
      parts.push({ kind: 'removed', text: left ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: right });
      j += 1;
    }
  }
  return parts;
}

/** The beginning of a difference, for a place that shows no more of it. */
export function shortened(parts: readonly DiffPart[], characters: number): DiffPart[] {
  const shown: DiffPart[] = [];
  let left = characters;
  for (const part of parts) {
    if (part.text.length > left) {
      const text = part.text.slice(0, left).replace(/[\ud800-\udbff]$/, '');
      return [...shown, { kind: part.kind, text: `${text}…` }];
    }
    shown.push(part);
    left -= part.text.length;
  }
  return shown;
}

/** Neighbours of one kind become one part; what was removed comes before what was added. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed !== '') all.push({ kind: 'removed', text: removed });
    if (added !== '') all.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = all.at(-1);
      if (last?.kind === 'same') last.text += text;
      else all.push({ kind, text });
    }
  }
  flush();
  return all;
}
