// Represents sentences of the service as a code and figures, so that a client can word them in its own
// language. Each feature declares its codes and their figures once. The declaration types what the feature
// sends, and the OpenAPI document publishes it for clients.
import { Type, type Static, type TObject, type TProperties } from 'typebox';
import type { Figures, Said, Sentences } from './sentences.ts';

/** The figures of each code. A figure is optional if the sentence works without it. */
export const figuresByCode = <T extends Record<string, TProperties>>(title: string, byCode: T) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(byCode).map(([code, figures]) => [code, Type.Object(figures)]),
    ) as unknown as { [K in keyof T]: TObject<T[K]> },
    { title, description: 'The figures that belong to each code, by name; units are in the names' },
  );

/** The same for sentences that contain their figures. */
export const figuresOfSentences = (title: string, byCode: Sentences) =>
  figuresByCode(
    title,
    Object.fromEntries(
      Object.entries(byCode).map(([code, { figures }]) => [
        code,
        Object.fromEntries(figures.map(({ name, schema }) => [name, Type.Unsafe(schema)])),
      ]),
    ),
  );

/** The type in the interface. It is open, so that a later version may add figures. */
export const FigureValues = (byCode: TObject, description: string) =>
  Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
    description,
    'x-figures': byCode,
  });

/** A code with its figures, as a union over all codes of a declaration. */
export type Coded<T extends TObject> = {
  [K in keyof Static<T> & string]: { code: K; values: Static<T>[K] & Figures };
}[keyof Static<T> & string];

type CodeAndValues<C extends string | null> = Pick<Said<C>, 'code' | 'values'>;

/** The column beside a stored sentence; null without a code. */
export const storedFigures = ({ code, values }: CodeAndValues<string | null>): string | null =>
  code === null ? null : JSON.stringify({ code, values });

export const readFigures = (stored: string | null): CodeAndValues<string | null> =>
  stored === null ? { code: null, values: {} } : (JSON.parse(stored) as CodeAndValues<string>);

export const codesOf = <T extends TObject>(byCode: T) =>
  Object.keys(byCode.properties) as (keyof Static<T> & string)[];
