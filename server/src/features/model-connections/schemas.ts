import { Type, type Static } from 'typebox';
import { LLM_PROVIDERS, RECORDED_PROVIDER } from '#config';
import { closed, Distinct, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MODEL_FAULTS } from '#services/models';

const MAX_BUDGET_USD = 1_000_000;
const MAX_MODELS = 200;

const Provider = OneOf(
  LLM_PROVIDERS,
  '`openai-compatible` is any server with chat completions: Azure, Groq, OpenRouter, Ollama, vLLM',
);
const ModelName = Type.String({
  minLength: 1,
  maxLength: 256,
  pattern: '^[!-~](?:[ -~]*[!-~])?$',
  examples: ['gpt-4o-mini'],
});
const Budget = Nullable(
  Type.Number({
    minimum: 0,
    maximum: MAX_BUDGET_USD,
    description: 'US dollars, in steps of 0.01. `null` means no limit.',
    examples: [5],
  }),
);
const Spent = (period: string) =>
  Type.Number({
    minimum: 0,
    description: `US dollars spent this ${period} (UTC), by the price table, with what requests under way may still cost`,
  });

export const ModelTestFault = Type.Object(
  {
    reason: OneOf(MODEL_FAULTS, 'Why the request failed'),
    message: Type.String(),
    status: Nullable(Type.Integer({ description: 'The HTTP status of the provider' })),
    detail: Nullable(Type.String({ description: 'What the provider said' })),
    retryAfterSeconds: Nullable(Type.Integer()),
  },
  { title: 'ModelFault' },
);
export type ModelTestFault = Static<typeof ModelTestFault>;

export const ModelConnection = Type.Object(
  {
    id: Type.String({ examples: ['mdc_1a2b3c4d5e6f'] }),
    name: Type.String({ examples: ['OpenAI'] }),
    provider: OneOf(
      [...LLM_PROVIDERS, RECORDED_PROVIDER],
      '`recorded`: the recorded model of the sample data. It needs no key, and answers inputs of the sample only',
    ),
    baseUrl: Type.String({ examples: ['https://api.openai.com/v1'] }),
    apiKey: Nullable(
      Type.String({
        description: 'Only its last four characters; `null` without a key',
        examples: ['…4f2a'],
      }),
    ),
    defaultModel: Type.String({ examples: ['gpt-4o-mini'] }),
    embeddingModel: Nullable(
      Type.String({
        description: 'Makes vectors for criteria of the type `embedding_similarity`',
        examples: ['text-embedding-3-small'],
      }),
    ),
    models: Type.Array(Type.String(), { description: 'The models that may be called. Empty means any.' }),
    isDefault: Type.Boolean({ description: 'The judge and the generator use the default connection' }),
    dayBudgetUsd: Nullable(Type.Number()),
    monthBudgetUsd: Nullable(Type.Number()),
    daySpentUsd: Spent('day'),
    monthSpentUsd: Spent('month'),
    testedAt: Nullable(Timestamp),
    testFault: Nullable(ModelTestFault),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ModelConnection' },
);
export type ModelConnection = Static<typeof ModelConnection>;

export const ModelConnectionList = Type.Object({
  connections: Type.Array(ModelConnection),
  instanceModel: Nullable(
    Type.String({
      description: 'What the judge uses while no connection is the default: the setting of the operator',
      examples: ['openai/gpt-4o-mini'],
    }),
  ),
  instanceEmbeddingModel: Nullable(
    Type.String({
      description: 'What makes embeddings while no connection has an embedding model',
      examples: ['openai/text-embedding-3-small'],
    }),
  ),
});

const Address = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'HTTPS on the public internet, or a network that the operator allows',
  examples: ['https://api.groq.com/openai/v1'],
});
const Key = Type.String({
  minLength: 1,
  maxLength: 4_096,
  description: 'Stored encrypted and never returned',
  examples: ['sk-…'],
});
const Tested = Type.Boolean({
  description: 'Send one small request first, and save only if it is answered. `true` unless given.',
});
const changeable = {
  name: Label(100),
  baseUrl: Address,
  apiKey: Nullable(Key),
  defaultModel: ModelName,
  embeddingModel: Nullable(ModelName),
  models: Distinct(ModelName, { maxItems: MAX_MODELS }),
  isDefault: Type.Boolean(),
  dayBudgetUsd: Budget,
  monthBudgetUsd: Budget,
};

export const NewModelConnection = closed(
  {
    name: changeable.name,
    provider: Provider,
    baseUrl: Type.Optional(Nullable(Address)),
    apiKey: Type.Optional(changeable.apiKey),
    defaultModel: changeable.defaultModel,
    embeddingModel: Type.Optional(changeable.embeddingModel),
    models: Type.Optional(changeable.models),
    isDefault: Type.Optional(changeable.isDefault),
    dayBudgetUsd: Type.Optional(Budget),
    monthBudgetUsd: Type.Optional(Budget),
    test: Type.Optional(Tested),
  },
  { title: 'NewModelConnection' },
);
export type NewModelConnection = Static<typeof NewModelConnection>;

export const ModelConnectionChanges = closed(
  {
    name: Type.Optional(changeable.name),
    baseUrl: Type.Optional(Address),
    apiKey: Type.Optional(changeable.apiKey),
    defaultModel: Type.Optional(changeable.defaultModel),
    embeddingModel: Type.Optional(changeable.embeddingModel),
    models: Type.Optional(changeable.models),
    isDefault: Type.Optional(changeable.isDefault),
    dayBudgetUsd: Type.Optional(Budget),
    monthBudgetUsd: Type.Optional(Budget),
    test: Type.Optional(Tested),
  },
  { title: 'ModelConnectionChanges' },
);
export type ModelConnectionChanges = Static<typeof ModelConnectionChanges>;

export const ModelConnectionTest = closed({ model: Type.Optional(ModelName) });
export type ModelConnectionTest = Static<typeof ModelConnectionTest>;

export const ModelConnectionTestResult = Type.Object(
  {
    ok: Type.Boolean(),
    model: Type.String(),
    latencyMs: Type.Integer(),
    fault: Nullable(ModelTestFault),
  },
  { title: 'ModelConnectionTestResult' },
);
export type ModelConnectionTestResult = Static<typeof ModelConnectionTestResult>;

export const ModelConnectionParams = Type.Object({ id: Type.String() });
