// Generates the OpenAPI document from the endpoint list alone: no server, no store. Schemas with a title
// become components, so each has one name in the docs and in generated clients.
import { isDeepStrictEqual } from 'node:util';
import type { Access } from '#core/access/actor';
import type { Endpoint, ProjectReach } from '#core/endpoint';

type Json = Record<string, unknown>;

const ERROR_SCHEMA: Json = {
  type: 'object',
  required: ['error', 'reason'],
  properties: {
    error: { type: 'string', description: 'The error message, for people.' },
    reason: { type: 'string', description: 'The error code, for programs: one snake_case word.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'The faulty or missing field, such as `items.0.inputText`.' },
          message: { type: 'string' },
        },
      },
    },
  },
};

/** The error replies that operations refer to by name. */
const ERRORS: Readonly<Record<number, { name: string; description: string }>> = {
  400: { name: 'BadRequest', description: 'The request is not valid.' },
  401: { name: 'Unauthorized', description: 'The credential is missing or not valid.' },
  402: { name: 'PaymentRequired', description: 'The plan or the subscription does not include this.' },
  403: { name: 'Forbidden', description: 'Not allowed: scope, role, plan, project of the key, or CSRF.' },
  404: { name: 'NotFound', description: 'Not found, or not in this account.' },
  409: { name: 'Conflict', description: 'Conflict with existing data.' },
  413: {
    name: 'ContentTooLarge',
    description:
      'The body is larger than 1 MiB: 72 MiB at paths that accept other clients, 16 KiB before signing in.',
  },
  415: { name: 'UnsupportedMediaType', description: 'The media type of the body is not supported.' },
  422: { name: 'Unprocessable', description: 'Valid, but it contradicts what is stored.' },
  429: { name: 'TooManyRequests', description: 'Too many requests; Retry-After says when to retry.' },
  500: { name: 'InternalError', description: 'The service failed; its log has the cause.' },
  503: { name: 'Unavailable', description: 'Not available at the moment; try again shortly.' },
};

const ERROR_REPLIES: Json = Object.fromEntries(
  Object.values(ERRORS).map(({ name, description }) => [
    name,
    { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
  ]),
);

const BYTES: Json = { type: 'string', format: 'binary' };

// The values of these keywords are data, not schemas.
const DATA = new Set(['default', 'examples', 'enum', 'const']);

/** Copies JSON Schema and moves titled parts to the components. */
function hoist(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, $defs } = schema as { $ref?: string; $defs?: unknown };
  if ($ref !== undefined) {
    // A recursive schema: its definitions have titles and refer to each other by them.
    hoist($defs, components);
    return { $ref: `#/components/schemas/${$ref}` };
  }
  const plain = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$id')
      .map(([key, part]) => [
        key === 'distinct' && part === true ? 'uniqueItems' : key,
        DATA.has(key) ? part : hoist(part, components),
      ]),
  );
  const title = (schema as { title?: unknown }).title;
  if (typeof title !== 'string') return plain;
  if (components[title] !== undefined && !isDeepStrictEqual(components[title], plain)) {
    throw new Error(`Two different schemas have the title ${title}.`);
  }
  components[title] = plain;
  return { $ref: `#/components/schemas/${title}` };
}

function errorReply(status: number): Json {
  const error = ERRORS[status];
  if (!error) throw new Error(`The document has no error reply for the status ${status}.`);
  return { $ref: `#/components/responses/${error.name}` };
}

function errorStatuses(endpoint: Endpoint): number[] {
  const statuses = new Set<number>(endpoint.errors);
  statuses.add(503);
  if (endpoint.auth !== 'public') statuses.add(401);
  // X-Project-Id of an unknown project is a 404 everywhere. A change with a session cookie from another site
  // is a 403.
  if (endpoint.auth === 'public' && endpoint.method !== 'GET') statuses.add(403);
  if (endpoint.auth === 'account') for (const status of [403, 404]) statuses.add(status);
  // This includes endpoints without a body, because an unreadable body is rejected first.
  if (endpoint.method !== 'GET') for (const status of [400, 413, 415]) statuses.add(status);
  if (endpoint.query) statuses.add(400);
  if (endpoint.params) statuses.add(404);
  if (endpoint.access?.payment) statuses.add(402);
  if (endpoint.access?.scope === 'read' && endpoint.readLimit !== 'none') statuses.add(429);
  return [...statuses].toSorted((left, right) => left - right);
}

function parameters(endpoint: Endpoint, components: Json): Json[] {
  const list = (place: 'path' | 'query', schema: Endpoint['params']) =>
    Object.entries(schema?.properties ?? {}).map(([name, part]) => ({
      name,
      in: place,
      required: place === 'path' || ((schema?.required ?? []) as string[]).includes(name),
      schema: hoist(part, components),
    }));
  const project = { $ref: '#/components/parameters/ProjectId' };
  return [
    ...list('path', endpoint.params),
    ...list('query', endpoint.query),
    ...(endpoint.auth === 'account' ? [project] : []),
  ];
}

function replies(endpoint: Endpoint, components: Json): Json {
  const good = Object.entries(endpoint.replies).map(([status, schema], at) => [
    status,
    schema === null
      ? { description: status.startsWith('3') ? 'Redirects the browser.' : 'Done; no body.' }
      : {
          description: 'OK',
          content: {
            [endpoint.produces ?? 'application/json']: { schema: hoist(schema, components) },
            ...(at === 0 ? Object.fromEntries((endpoint.alsoProduces ?? []).map((type) => [type, {}])) : {}),
          },
        },
  ]);
  const bad = errorStatuses(endpoint).map((status) => [String(status), errorReply(status)]);
  return Object.fromEntries([...good, ...bad]) as Json;
}

function security(endpoint: Endpoint): Json[] {
  if (endpoint.auth === 'public') return [];
  if (endpoint.auth === 'operator') return [{ operatorToken: [] }];
  const credential = endpoint.access?.credential;
  return [
    ...(credential === 'session' ? [] : [{ apiKey: [] }]),
    ...(credential === 'bearer' ? [] : [{ session: [] }]),
  ];
}

const REACH: Readonly<Record<ProjectReach, string>> = {
  'account-wide': 'About the whole account: a key that is bound to a project gets a 403 `account_wide`.',
  scoped: 'A key that is bound to a project acts in that project only.',
};

function scopesOf({ scope, orScope, andScope }: Access): string {
  const [or, and] = [orScope && ` or \`${orScope}\``, andScope && ` and \`${andScope}\``];
  return `\`${scope}\`${or ?? ''}${and ?? ''}`;
}

function describe(endpoint: Endpoint): string {
  const { access } = endpoint;
  const notes = [
    endpoint.description,
    access && `Scope ${scopesOf(access)}${access.role ? `, role ${access.role} or above` : ''}.`,
    access?.plan &&
      `Needs the ${access.plan === 'pro' ? 'Pro or Team' : 'Team'} plan (403 \`plan_required\`).`,
    access?.payment && `Needs the ${access.payment === 'pro' ? 'Pro or Team' : 'Team'} plan (402).`,
    endpoint.project && REACH[endpoint.project],
    endpoint.audit && `Audited as \`${endpoint.audit}\`.`,
  ];
  return notes.filter(Boolean).join(' ');
}

const ABOUT = [
  'Observability for AI agents: ingest, query, evaluate, alert and gate.',
  '',
  '- **Credential**: an API key in the header `Authorization: Bearer twl_…`. Operations that a signed-in browser may call say so.',
  '- **Bodies**: JSON in and out, unless stated. At most 1 MiB, or 72 MiB at paths that accept other clients. Times are ISO 8601 in UTC.',
  '- **Errors**: always `{error, reason}`: a sentence for people and one word for programs.',
  '- **Long lists** take `limit` and `cursor`, and return `nextCursor`, which is null at the end.',
].join('\n');

export function openApiDocument(
  endpoints: readonly Endpoint[],
  tags: Readonly<Record<string, string>>,
): Json {
  const components: Json = { Error: ERROR_SCHEMA };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    if (endpoint.peer) continue;
    const operation: Json = {
      operationId: endpoint.id,
      tags: [endpoint.tag],
      summary: endpoint.summary,
      description: describe(endpoint),
      security: security(endpoint),
      ...(endpoint.project ? { 'x-tracewell-project': endpoint.project } : {}),
      parameters: parameters(endpoint, components),
      ...(endpoint.streams
        ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: BYTES } } } }
        : {}),
      ...(endpoint.body
        ? {
            requestBody: {
              required: !endpoint.bodyOptional,
              content: Object.fromEntries(
                (endpoint.takes ?? ['application/json']).map((type) => [
                  type,
                  type === 'application/json' ? { schema: hoist(endpoint.body, components) } : {},
                ]),
              ),
            },
          }
        : {}),
      responses: replies(endpoint, components),
    };
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tracewell',
      version: '1.0.0',
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `twl_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tracewell_session',
          description: 'Named `__Host-tracewell_session` if the service is reached over TLS.',
        },
        operatorToken: { type: 'http', scheme: 'bearer', description: 'TRACEWELL_OPERATOR_TOKEN.' },
      },
      parameters: {
        ProjectId: {
          name: 'X-Project-Id',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Narrows the request to one project.',
        },
      },
      responses: ERROR_REPLIES,
      schemas: Object.fromEntries(
        Object.entries(components).toSorted(([left], [right]) => (left < right ? -1 : 1)),
      ),
    },
  };
}
