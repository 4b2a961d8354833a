import { Type, type Static } from 'typebox';
import { closed, Label, Named, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MAX_GATE_USD } from '../money.ts';
import { FailMode, GlobPattern } from '../schemas.ts';

const EFFECTS = ['allow', 'deny', 'require_approval'] as const;

export const MAX_TOKENS = 1_000_000_000_000;

const Patterns = Type.Array(GlobPattern, { maxItems: 20 });

const Match = closed(
  {
    providers: Type.Optional(
      Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 20 })),
    ),
    models: Type.Optional(Nullable(Patterns)),
    tools: Type.Optional(Nullable(Patterns)),
    tags: Type.Optional(
      Nullable(Named(Type.String({ maxLength: 256 }), { maxLength: 64 }, { maxProperties: 10 })),
    ),
  },
  {
    title: 'GatePolicyMatch',
    description:
      'Which steps the policy matches: one entry of each list, and all tags. Omitted fields match everything',
  },
);
export type PolicyMatch = Static<typeof Match>;

const fields = {
  name: Label(100),
  enabled: Type.Boolean({ description: '`true` unless given' }),
  priority: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Lower first, then older; default 100',
  }),
  match: Match,
  effect: OneOf(EFFECTS),
  maxCostUsd: Nullable(
    Type.Number({
      minimum: 0,
      maximum: MAX_GATE_USD,
      description: '`allow` matches up to this value, the other effects above it',
    }),
  ),
  maxTokens: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TOKENS,
      description: '`allow` matches up to this value, the other effects above it',
    }),
  ),
  failMode: FailMode,
  approvalMinutes: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_440,
      description: 'Minutes in which an approval can be given and used; default 60',
    }),
  ),
};

export const Policy = Type.Object(
  {
    id: Type.String({ examples: ['pol_1a2b3c4d5e6f'] }),
    ...fields,
    name: Type.String(),
    match: Type.Object({
      providers: Nullable(Type.Array(Type.String())),
      models: Nullable(Type.Array(Type.String())),
      tools: Nullable(Type.Array(Type.String())),
      tags: Nullable(Type.Record(Type.String(), Type.String())),
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'GatePolicy' },
);
export type Policy = Static<typeof Policy>;

export const NewPolicy = closed(
  {
    ...fields,
    enabled: Type.Optional(fields.enabled),
    priority: Type.Optional(fields.priority),
    match: Type.Optional(fields.match),
    maxCostUsd: Type.Optional(fields.maxCostUsd),
    maxTokens: Type.Optional(fields.maxTokens),
    failMode: Type.Optional(fields.failMode),
    approvalMinutes: Type.Optional(fields.approvalMinutes),
  },
  { title: 'NewGatePolicy' },
);
export type NewPolicy = Static<typeof NewPolicy>;

export const PolicyChanges = closed(
  {
    name: Type.Optional(fields.name),
    enabled: Type.Optional(fields.enabled),
    priority: Type.Optional(fields.priority),
    match: Type.Optional(fields.match),
    effect: Type.Optional(fields.effect),
    maxCostUsd: Type.Optional(fields.maxCostUsd),
    maxTokens: Type.Optional(fields.maxTokens),
    failMode: Type.Optional(fields.failMode),
    approvalMinutes: Type.Optional(fields.approvalMinutes),
  },
  { title: 'GatePolicyChanges' },
);
export type PolicyChanges = Static<typeof PolicyChanges>;

export const PolicyList = Type.Object({ policies: Type.Array(Policy), nextCursor: Nullable(Type.String()) });
export const PolicyParams = Type.Object({ id: Type.String() });
