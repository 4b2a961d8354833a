// Sentences for people that a client may word itself. Each is declared once with its figures: sentence`The output
// is longer than ${numberFigure('kib')} KiB.` types the values of its code, writes the English text from them, and
// provides their schema. Whoever passes on or stores such a sentence keeps code, values and text together; no
// text is ever parsed. The schemas are plain JSON, because the evaluator thread loads this file and should load
// little else.

/** The figures of a sentence or a code, by name. */
export type Figures = Readonly<Record<string, number | string>>;

/** A sentence, and the code and figures that it was made from. */
export interface Said<C extends string | null = string | null> {
  readonly code: C;
  readonly values: Figures;
  readonly message: string;
}

/** A sentence without a code, such as the reasoning of a judge. */
export const uncoded = (message: string): Said<null> => ({ code: null, values: {}, message });

interface FigureSchema {
  readonly type: 'number' | 'string';
  readonly enum?: readonly string[];
}

interface Figure<N extends string, V> {
  readonly name: N;
  readonly schema: FigureSchema;
  readonly write: (value: V) => string;
}

type AnyFigure = Figure<string, never>;

type ValuesOf<F extends readonly AnyFigure[]> = {
  readonly [K in F[number] as K['name']]: Parameters<K['write']>[0];
};

interface Sentence<V> {
  readonly figures: readonly AnyFigure[];
  readonly write: (values: V) => string;
}

export const numberFigure = <const N extends string>(name: N): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  write: String,
});

export const text = <const N extends string>(name: N): Figure<N, string> => ({
  name,
  schema: { type: 'string' },
  write: (value) => value,
});

/** Writes `3 values` and `1 value`. */
export const countedFigure = <const N extends string>(name: N, one: string): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  write: (count) => `${count} ${one}${count === 1 ? '' : 's'}`,
});

export const timesFigure = <const N extends string>(name: N): Figure<N, number> => ({
  name,
  schema: { type: 'number' },
  write: (count) => (count === 1 ? 'once' : `${count} times`),
});

/** One of a fixed list, written as its words. */
export const oneOf = <const N extends string, const W extends Readonly<Record<string, string>>>(
  name: N,
  words: W,
): Figure<N, keyof W & string> => ({
  name,
  schema: { type: 'string', enum: Object.keys(words) },
  write: (value) => words[value] ?? value,
});

export const sentence = <const F extends readonly AnyFigure[]>(
  parts: readonly string[],
  ...figures: F
): Sentence<ValuesOf<F>> => ({
  figures,
  write: (values) =>
    parts
      .map((part, at) => {
        const figure = figures[at];
        return figure ? part + figure.write((values as Figures)[figure.name] as never) : part;
      })
      .join(''),
});

export type Sentences = Readonly<Record<string, Sentence<never>>>;
/** For several codes, the figures of all of them. */
type Given<S> = [S] extends [{ readonly write: (values: infer V) => string }] ? V : never;

export const sentences = <T extends Sentences>(byCode: T) => ({
  byCode,
  say: <K extends keyof T & string>(code: K, values: Given<T[K]>): Said<K> => {
    const { figures, write } = byCode[code] as unknown as Sentence<Given<T[K]>>;
    const given = figures.map(({ name }) => [name, (values as Figures)[name]]);
    return { code, values: Object.fromEntries(given) as Figures, message: write(values) };
  },
});

export type CodeOf<S extends { byCode: Sentences }> = keyof S['byCode'] & string;
