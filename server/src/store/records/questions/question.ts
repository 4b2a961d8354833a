// Questions about records, as values. A question is declared once with `question({...})`, beside the feature
// that needs it, and asked with `records.ask(scope, selectCalls(filter, page))`. The store waits for the
// account's own writes, picks a connection and runs it.
import type { Params, RecordsEngine } from '../engine/engine.ts';
import type { About } from './about.ts';
import type { Scope } from './scope.ts';

export interface Statement {
  sql: string;
  params: Params;
}

/** The part of the engine that a question sees: it can query and nothing else. */
export type QuestionEngine = Pick<
  RecordsEngine,
  'query' | 'unloaded' | 'unloadedObservations' | 'unloadedContents' | 'unloadedMessages'
>;

/** Which records a question reads that are not loaded yet; `spans`: calls and observations. */
export type ReadsUnloaded = 'calls' | 'spans' | 'contents' | 'messages';

/** Sources for FROM with these records. */
export type Unloaded = Pick<QuestionEngine, 'unloaded' | 'unloadedObservations'>;

/** The part that a stream sees. */
export type StreamEngine = Pick<RecordsEngine, 'kind' | 'streamRows' | 'streamBytes' | 'streamParquet'>;

export interface Question<Answer> {
  readonly name: string;
  /** Its input, for tests that answer instead of the engine. */
  readonly input: readonly unknown[];
  /** It reads much: it gets a smaller share of the connections (engine/fair-connection-pool.ts). */
  readonly heavy: boolean;
  /** Lets the store skip the wait for a load that cannot change the answer. */
  readonly about: About | undefined;
  /** It reads them beside the tables instead of waiting for their load (ADR 39). Null: it waits. */
  readonly readsUnloaded: ReadsUnloaded | null;
  run(engine: QuestionEngine, scope: Scope): Promise<Answer>;
}

/** A question about all accounts, which only the service itself asks. */
export interface ServiceQuestion<Answer> {
  readonly name: string;
  readonly input: readonly unknown[];
  /** It waits for loads however long they take. Other questions fail with `records_behind` after a while. */
  readonly isPatient: boolean;
  run(engine: QuestionEngine): Promise<Answer>;
}

/** A question whose answer is passed on while the engine still reads. */
export interface StreamQuestion<Part> {
  readonly name: string;
  readonly input: readonly unknown[];
  readonly about: About | undefined;
  parts(engine: StreamEngine, scope: Scope, signal: AbortSignal): AsyncIterable<Part>;
}

/** Makes a question of one kind from its input. */
export type Asks<Input extends unknown[], Value> = ((...input: Input) => Value) & { readonly kind: string };

type Sql = (scope: Scope, ...input: never[]) => Statement;
type Run = (engine: QuestionEngine, scope: Scope, ...input: never[]) => Promise<unknown>;
type ServiceRun = (engine: QuestionEngine, ...input: never[]) => Promise<unknown>;
type Parts = (
  engine: StreamEngine,
  scope: Scope,
  signal: AbortSignal,
  ...input: never[]
) => AsyncIterable<unknown>;

// The input of a question is what its function takes after the parameters that the store provides.
type AfterOne<Work> = Work extends (one: never, ...input: infer Input) => unknown ? Input : never;
type AfterTwo<Work> = Work extends (one: never, two: never, ...input: infer Input) => unknown ? Input : never;
export type AfterThree<Work> = Work extends (
  one: never,
  two: never,
  three: never,
  ...input: infer Input
) => unknown
  ? Input
  : never;

interface Declared<Input extends unknown[]> {
  name: string;
  heavy?: boolean | ((...input: Input) => boolean);
  about?: (...input: Input) => About;
}

interface OneStatement<S extends Sql, Row, Answer> extends Declared<AfterOne<S>> {
  /** No record can match, so the engine is not asked and `read` gets no rows. */
  isEmpty?: (...input: AfterOne<S>) => boolean;
  /** Takes account and project from `Where.of(scope)`. */
  sql: S;
  read: (rows: Row[], ...input: AfterOne<S>) => Answer | Promise<Answer>;
}

/** For answers that need several statements, or that read unloaded records. */
interface SeveralStatements<R extends Run> extends Declared<AfterTwo<R>> {
  readsUnloaded?: ReadsUnloaded | ((...input: AfterTwo<R>) => ReadsUnloaded | null);
  run: R;
}

export function question<S extends Sql, Row, Answer>(
  declared: OneStatement<S, Row, Answer>,
): Asks<AfterOne<S>, Question<Answer>>;
export function question<R extends Run>(
  declared: SeveralStatements<R>,
): Asks<AfterTwo<R>, Question<Awaited<ReturnType<R>>>>;
export function question(
  declared: OneStatement<Sql, unknown, unknown> | SeveralStatements<Run>,
): Asks<never[], Question<unknown>> {
  const { name, heavy = false, about } = declared;
  const run = 'run' in declared ? declared.run : runOf(declared);
  const reads = ('run' in declared ? declared.readsUnloaded : undefined) ?? null;
  return asks(name, (...input: never[]) => ({
    name,
    input,
    heavy: typeof heavy === 'boolean' ? heavy : heavy(...input),
    about: about?.(...input),
    readsUnloaded: typeof reads === 'function' ? reads(...input) : reads,
    run: (engine: QuestionEngine, scope: Scope) => run(engine, scope, ...input),
  }));
}

const runOf =
  ({ isEmpty, sql, read }: OneStatement<Sql, unknown, unknown>): Run =>
  async (engine, scope, ...input) => {
    if (isEmpty?.(...input)) return read([], ...input);
    const statement = sql(scope, ...input);
    return read(await engine.query(statement.sql, statement.params), ...input);
  };

export const serviceQuestion = <R extends ServiceRun>({
  name,
  isPatient = false,
  run,
}: {
  name: string;
  isPatient?: boolean;
  run: R;
}) =>
  asks(name, (...input: AfterOne<R>): ServiceQuestion<Awaited<ReturnType<R>>> => ({
    name,
    input,
    isPatient,
    run: (engine) => run(engine, ...(input as never[])) as Promise<Awaited<ReturnType<R>>>,
  }));

type PartOf<P extends Parts> = ReturnType<P> extends AsyncIterable<infer Part> ? Part : never;

export const streamQuestion = <P extends Parts>({
  name,
  about,
  parts,
}: {
  name: string;
  about?: (...input: AfterThree<P>) => About;
  parts: P;
}) =>
  asks(name, (...input: AfterThree<P>): StreamQuestion<PartOf<P>> => ({
    name,
    input,
    about: about?.(...input),
    parts: (engine, scope, signal) =>
      parts(engine, scope, signal, ...(input as never[])) as AsyncIterable<PartOf<P>>,
  }));

export const asks = <Input extends unknown[], Value>(
  kind: string,
  make: (...input: Input) => Value,
): Asks<Input, Value> => Object.assign(make, { kind });
