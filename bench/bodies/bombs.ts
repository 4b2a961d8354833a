// Values that are costly to judge, each in a text of up to a given size.

/** Repeats a part, separated by commas, as often as it fits. */
function many(bytes: number, part: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, size = 0; ; at += 1) {
    const next = part(at);
    size += Buffer.byteLength(next) + 1;
    if (size > bytes) return parts.join();
    parts.push(next);
  }
}

/** The same part each time is much quicker to make. */
const same = (bytes: number, part: string): string =>
  Array(Math.max(1, Math.floor(bytes / (part.length + 1))))
    .fill(part)
    .join();

const LEVELS = 55;
const nest = `${'['.repeat(LEVELS)}1${']'.repeat(LEVELS)}`;
/** Room for what is around the value. */
const AROUND = 64;

export type Bomb = (bytes: number) => string;

export const LISTS: Readonly<Record<string, Bomb>> = {
  numbers: (bytes) => `[${same(bytes - AROUND, '1')}]`,
  texts: (bytes) => `[${same(bytes - AROUND, '"a"')}]`,
  'different texts': (bytes) => `[${many(bytes - AROUND, (at) => `"a${at}"`)}]`,
  objects: (bytes) => `[${same(bytes - AROUND, '{"a":1}')}]`,
  lists: (bytes) => `[${same(bytes - AROUND, '[]')}]`,
  nests: (bytes) => `[${same(bytes - AROUND, nest)}]`,
};

export const VALUES: Readonly<Record<string, Bomb>> = {
  ...LISTS,
  names: (bytes) => `{${many(bytes - AROUND, (at) => `"k${at}":1`)}}`,
  'objects in objects': (bytes) => {
    const inner = `{${many(24_000, (at) => `"k${at}":1`)}}`;
    return `{${many(bytes - AROUND - inner.length, (at) => `"k${at}":${inner}`)}}`;
  },
  text: (bytes) => `"${'a'.repeat(bytes - AROUND)}"`,
  blanks: (bytes) => `"${' '.repeat(bytes - AROUND)}"`,
  escapes: (bytes) => `"${'\\u00e9'.repeat((bytes - AROUND) / 6)}"`,
  brackets: (bytes) => '['.repeat(bytes - AROUND),
};

/** Items that are right, and one at the end that is not. */
export const wrongAtTheEnd =
  (item: string): Bomb =>
  (bytes) =>
    `[${same(bytes - AROUND - item.length, item)},7]`;
