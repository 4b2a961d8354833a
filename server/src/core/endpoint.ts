// One declaration per endpoint. It feeds validation, types, OpenAPI, the docs page, access, plan gates and
// the audit check. http/ turns the list into routes, tools/generate.ts into the committed OpenAPI file.
import type { Static, TObject, TSchema } from 'typebox';
import type { AppError } from '#lib/app-error';
import type { Access } from './access/actor.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { AuditAction } from './change/audit.ts';
import type { Context, PublicContext, SystemContext } from './context.ts';
import type { PlanName } from './access/plans.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * A reply with a status other than the first declared one, or with its own headers or cookies. A body of
 * bytes or a Readable is sent unchanged, with the content-type of the headers. A stream that fails closes the
 * connection.
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
 * What a key that is bound to a project may do with an endpoint. `account-wide`: nothing (403
 * `account_wide`), because the endpoint is about the whole account. `scoped`: what its scopes allow inside
 * its project; the handler must pass the project to every store function.
 */
export type ProjectReach = 'account-wide' | 'scoped';

/** Who may call an endpoint; core/access/authenticate.ts checks it. */
export interface Admission {
  access: AccountAccess;
  project: ProjectReach;
}

/** Names of other back ends in diagnostics. */
export type PeerName =
  | 'langfuse'
  | 'langsmith'
  | 'litellm'
  | 'phoenix'
  | 'helicone'
  | 'opik'
  | 'braintrust'
  | 'traceloop';

/**
 * Another back end whose clients call the endpoint. Its paths are described in docs/, not in the OpenAPI
 * document.
 */
export interface Peer {
  name: PeerName;
  /** The body of an error in the form that its clients read. */
  errorBody?: (error: AppError) => unknown;
  /** The status of an error, where its clients retry on other statuses than ours. */
  errorStatus?: (error: AppError) => number;
  /** The name of the client for diagnostics; without it, the user agent. */
  clientOf?: (header: HeaderReader) => string | undefined;
}

/** The first value of a request header, by its name in lower case. */
export type HeaderReader = (name: string) => string | undefined;

interface Shape<P extends TObject, Q extends TObject, B extends TSchema> {
  /** Unique camelCase name of the operation; the client library uses it. */
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
   * The handler gets the body as bytes in `raw`, decompressed within the limit; `body` only documents it. For
   * endpoints that agents send records to: the sender is authenticated before the body is read, and
   * rejections are recorded for diagnostics.
   */
  takes?: readonly BodyType[];
  /**
   * Limit of the body, sent and decompressed. If it is not set: 1 MiB, or 16 KiB for public endpoints. For a
   * larger limit, the sender is authenticated before the body is read.
   */
  maxBodyBytes?: number;
  /**
   * The handler reads the body itself, piece by piece, from `stream`; `maxBodyBytes` only documents its limit, which the
   * handler enforces. The sender is authenticated first.
   */
  streams?: true;
  /** The bytes are a file that a person sends: a rejection is not recorded for diagnostics. */
  isUpload?: true;
  peer?: Peer;
  /**
   * Accepts the key in every form that clients of other back ends use: Basic, a bare Authorization header,
   * x-api-key, api_key, api-key and Helicone-Auth. Endpoints of a peer always do.
   */
  anyCredential?: true;
  /** Status → schema of the JSON body; null means no body. The first one is the default. */
  replies: Record<number, TSchema | null>;
  /** Media type of the default reply, if it is not JSON. */
  produces?: string;
  /** Other media types that the client can ask for. */
  alsoProduces?: readonly string[];
  /** Error statuses besides those that follow from access, body and path. */
  errors?: readonly number[];
  /**
   * The audit action. Required for every method except GET, unless `unaudited` gives the reason why nothing
   * changes.
   */
  audit?: AuditAction;
  unaudited?: string;
  /** Counts as a change, though agents may do it. */
  limitedAs?: 'change';
  /** `none` for endpoints that agents call in a tight loop. */
  readLimit?: 'none';
  /** How long any cache may keep the answer. */
  cacheSeconds?: number;
  /** The answer may have several megabytes, so only a few are built at once per account. */
  largeAnswer?: true;
}

export type BodyType =
  | 'application/json'
  | 'application/x-protobuf'
  | 'application/x-ndjson'
  | 'application/vnd.apache.parquet'
  | 'text/csv'
  | 'multipart/form-data';

export interface RawBody {
  type: BodyType;
  /** The whole header, with the boundary of a multipart body. */
  contentType: string;
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
  /** The body of an endpoint that `streams`; for others an empty one. */
  stream: AsyncIterable<Uint8Array>;
  /** The `Accept` header, '' without one. */
  accept: string;
  header: HeaderReader;
  /** Headers whose names begin with the prefix, as [rest of the name, value]. */
  headersAfter: (prefix: string) => [string, string][];
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

/** For API keys and signed-in browsers. */
export const endpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & Admission & { handle: Handle<Context, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'account' });

/** Without a declaration, the strictest rule applies. */
export const admissionOf = ({ access, project }: Endpoint): Admission => ({
  access: access ?? { scope: 'write' },
  project: project ?? 'account-wide',
});

export const publicEndpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & { handle: Handle<PublicContext, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'public' });

/** For the operator, with TRACEWELL_OPERATOR_TOKEN. */
export const operatorEndpoint = <P extends TObject, Q extends TObject, B extends TSchema>(
  spec: Shape<P, Q, B> & { handle: Handle<SystemContext, P, Q, B> },
): Endpoint => declare({ ...spec, auth: 'operator' });
