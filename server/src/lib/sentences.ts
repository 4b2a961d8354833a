// Sentences that are stored only as text. Each is declared once with its figures: sentence`The output is
// longer than ${number('kib')} KiB.` writes the text, parses the figures from a stored text, and provides
// their schema. A row therefore needs no column for its code, and rows of earlier versions have a code too.
// The schemas are plain JSON, because the evaluator thread loads this file and should load little else.

/** The figures of a sentence or a code, by name. */
export type Figures = Readonly<Record<string, number | string>>;

interface FigureSchema {
  readonly type: 'number' | 'string';
  readonly enum?: readonly string[];
}

interface AnyFigure {
  readonly name: string;
  readonly schema: FigureSchema;
  /** Must not contain capture groups. */
  readonly pattern: string;
  readonly write: (value: never) => string;
  readonly read: (text: string) => number | string;
}

interface Figure<N extends string, V extends number | string> extends AnyFigure {
  readonly name: N;
  readonly write: (value: V) => string;
  readonly read: (text: string) => V;
}

type ValuesOf<F extends readonly AnyFigure[]> = {
  readonly [K in F[number] as K['name']]: ReturnType<K['read']>;
};

interface Sentence<V> {
  readonly figures: readonly AnyFigure[];
  readonly pattern: RegExp;
  readonly write: (values: V) => string;
}

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export const numberFigure = <const N extends string>(name: N): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  pattern: NUMBER,
  write: String,
  read: Number,
});

/** Give a `pattern` if similar text could follow. */
export const text = <const N extends string>(name: N, pattern = '.+'): Figure<N, string> => ({
  name,
  schema: { type: 'string' },
  pattern,
  write: (value) => value,
  read: (value) => value,
});

/** Writes `3 values` and `1 value`. */
export const countedFigure = <const N extends string>(name: N, one: string): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  pattern: String.raw`\d+ ${one}s?`,
  write: (count) => `${count} ${one}${count === 1 ? '' : 's'}`,
  read: (value) => Number.parseInt(value, 10),
});

export const timesFigure = <const N extends string>(name: N): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  pattern: String.raw`once|\d+ times`,
  write: (count) => (count === 1 ? 'once' : `${count} times`),
  read: (value) => (value === 'once' ? 1 : Number.parseInt(value, 10)),
});

/** One of a fixed list, written as its words. */
export function oneOf<const N extends string, const W extends Readonly<Record<string, string>>>(
  name: N,
  words: W,
): Figure<N, keyof W & string> {
  const values = Object.keys(words) as (keyof W & string)[];
  return {
    name,
    schema: { type: 'string', enum: values },
    pattern: Object.values(words).map(escaped).join('|'),
    write: (value) => words[value] ?? value,
    read: (found) => values.find((value) => words[value] === found) ?? found,
  };
}

export function sentence<const F extends readonly AnyFigure[]>(
  parts: readonly string[],
  ...figures: F
): Sentence<ValuesOf<F>> {
  const source = parts.map((part, at) => escaped(part) + (figures[at] ? `(${figures[at].pattern})` : ''));
  return {
    figures,
    pattern: new RegExp(`^${source.join('')}$`, 's'),
    write: (values) =>
      parts
        .map((part, at) => {
          const figure = figures[at];
          return figure ? part + figure.write((values as Figures)[figure.name] as never) : part;
        })
        .join(''),
  };
}

export type Sentences = Readonly<Record<string, Sentence<never>>>;
type Given<S> = S extends Sentence<infer V> ? V : never;

interface ReadSentence {
  code: string;
  values: Figures;
}

/** In parsing order: a sentence whose pattern also matches another one must come after it. */
export const sentences = <T extends Sentences>(byCode: T) => ({
  byCode,
  say: <K extends keyof T>(code: K, values: Given<T[K]>): string =>
    (byCode[code] as Sentence<Given<T[K]>>).write(values),
  /** Null if it is none of these. */
  read: (given: string): ReadSentence | null => {
    for (const [code, { pattern, figures }] of Object.entries(byCode)) {
      const match = pattern.exec(given);
      if (!match) continue;
      const values = figures.map(({ name, read }, at) => [name, read(match[at + 1] ?? '')]);
      return { code, values: Object.fromEntries(values) as Figures };
    }
    return null;
  },
});
