// Input and answer of each operation of the interface, from the generated types.
import type { components, paths } from './generated/interface.ts';

export type Schemas = components['schemas'];
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that support a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends { [K in M]: infer O } ? O : never;

type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : [T] extends [undefined]
    ? unknown
    : undefined extends T
      ? { [K in Name]?: Exclude<T, undefined> }
      : { [K in Name]: T };

type Parameters<O, Kind extends string> = O extends { parameters: infer P }
  ? P extends { [K in Kind]?: infer T }
    ? T
    : never
  : never;

/** A query of which no field is required can be left out. */
type LeftOut<T> = [T] extends [never]
  ? T
  : T extends Partial<T>
    ? Partial<T> extends T
      ? T | undefined
      : T
    : T;

type Body<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer J } }
    ? J
    : never
  : never;

export type OperationInput<M extends Method, P extends keyof paths> = Part<
  'path',
  Parameters<Operation<M, P>, 'path'>
> &
  Part<'query', LeftOut<Parameters<Operation<M, P>, 'query'>>> &
  Part<'body', Body<Operation<M, P>>>;

type Content<R> = R extends { content: { 'application/json': infer J } } ? J : never;

export type OperationAnswer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? Content<R[Extract<keyof R, 200 | 201>]> : never;
