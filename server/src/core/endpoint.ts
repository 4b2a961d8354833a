// One declaration per endpoint. Validation, types, OpenAPI, the docs page, access, plan gates and the audit
// promise are all read from it; http/ turns the list into routes and openapi/ into the committed file.
import type { Static, TObject, TSchema } from 'typebox';
import type { Access } from './access/actor.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { AuditAction } from './change/audit.ts';
import type { Context, PublicContext, SystemContext } from './context.ts';
import type { PlanName } from './access/plans.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A reply with another status than the first declared one, or with headers or cookies of its own. A body that is bytes or a
 * Readable is sent as it is, under the content-type in the headers; a stream that fails takes the connection down with it.
 */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Record<string, string>;
  readonly cookies: readonly string[];
  constructor(
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
    cookies: readonly string[] = [],
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.cookies = cookies;
  }
}

export type AccountAccess = Access & {
  /** `bearer`: an API key only; `session`: a signed-in browser only. */
  credential?: 'bearer' | 'session';
  /** Below this plan: 403 `plan_required`. */
  plan?: PlanName;
  /** Below this plan, or with a canceled subscription: 402. For consents and team only. */
  payment?: PlanName;
};

/**
 * What a key that is bound to a project may do with an endpoint. `account-wide`: nothing (403 `account_wide`), because the
 * endpoint is about the whole account. `scoped`: what its scopes allow, inside its project; the handler must pass the project to
 * every store function.
 */
export type ProjectReach = 'account-wide' | 'scoped';

/** Who is let in; core/access/authenticate.ts applies it. */
export interface Admission {
  access: AccountAccess;
  project: ProjectReach;
}

interface Shape<P extends TObject, Q extends TObject, B extends TSchema> {
  /** camelCase name of the operation, unique; the client library calls it by this. */
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  description?: string;
  params?: P;
  query?: Q;
  body?: B;
  bodyOptional?: boolean;
  /**
   * The body goes to the handler as bytes, inflated within the limit, in `raw`; `body` then only describes it. For what running
   * agents send: who it comes from is settled before the body is read, and what is turned down is noted for diagnostics.
   */
  takes?: readonly BodyType[];
  /** Status → schema of the JSON body; null: no body. The first is the usual one. */
  replies: Record<number, TSchema | null>;
  /** Media type of the usual reply, when it is not JSON. */
  produces?: string;
  /** Media types that the usual reply may have instead, when it is asked for in another form. */
  alsoProduces?: readonly string[];
  /** Statuses beyond those that follow from access, body and path. */
  errors?: readonly number[];
  /** What the audit log calls it. Every method but GET has one, or says in `unaudited` why it changes nothing. */
  audit?: AuditAction;
  unaudited?: string;
  /** `none` for what running agents call in a tight loop. */
  readLimit?: 'none';
  /** How long anyone may keep the answer. */
  cacheSeconds?: number;
  /** The answer may have megabytes: few are made at once for an account. */
  largeAnswer?: true;
}

export type BodyType = 'application/json' | 'application/x-protobuf';

export interface RawBody {
  type: BodyType;
  bytes: Buffer;
  /** The `Accept` header, '' without one. */
  accept: string;
}

export interface Input<P extends TObject, Q extends TObject, B extends TSchema> {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** Empty unless the endpoint `takes` bytes. */
  raw: RawBody;
  /** The `Accept` header, '' without one. */
  accept: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Limits the size of a large answer. */
  budget: AnswerBudget;
}

export interface Endpoint extends Shape<TObject, TObject, TSchema> {
  auth: 'account' | 'public' | 'operator';
  access?: AccountAccess;
  project?: ProjectReach;
  handle: (ctx: never, input: Input<TObject, TObject, TSchema>) => unknown;
}

type Handle<C, P extends TObject, Q extends TObject, B extends TSchema> = (
  ctx: C,
  input: Input<P, Q, B>,
) => unknown;

const declare = (endpoint: unknown): Endpoint => endpoint as Endpoint;

/** For somebody of an account: an API key or a signed-in browser. */
export const endpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & Admission & { handle: Handle<Context, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'account' });

/** The strictest where nothing is declared. */
export const admissionOf = ({ access, project }: Endpoint): Admission => ({
  access: access ?? { scope: 'write' },
  project: project ?? 'account-wide',
});

export const publicEndpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & { handle: Handle<PublicContext, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'public' });

/** For whoever runs the service, with TRACEWELL_OPERATOR_TOKEN. */
export const operatorEndpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & { handle: Handle<SystemContext, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'operator' });
