import { Type, type Static } from 'typebox';
import { closed, Named, Timestamp } from '#lib/schema';

export const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description === undefined ? {} : { description }) });

/** What nearly every question can be narrowed by. */
export const FILTER_FIELDS = {
  startTime: Type.Optional(Timestamp),
  endTime: Type.Optional(Timestamp),
  provider: Type.Optional(Text(64)),
  model: Type.Optional(Text(128, 'Part of the name, in any case')),
  tags: Type.Optional(
    Named(
      Type.String({ maxLength: 256 }),
      { maxLength: 64 },
      { maxProperties: 20, description: 'All of them must match' },
    ),
  ),
  error: Type.Optional(
    Type.Union([Type.Boolean(), Text(256)], {
      description: 'Any error, none, or one that contains the text',
    }),
  ),
  promptName: Type.Optional(
    Text(200, 'Exactly: calls that name the prompt, or the id of one of its versions in the registry'),
  ),
  promptVersion: Type.Optional(
    Text(100, 'Exactly: as the registry calls the id that a call names, else as the call says'),
  ),
  includeEvalRuns: Type.Optional(
    Type.Boolean({ description: 'Also calls that evaluation runs made; left out by default' }),
  ),
};

const EXACT_FIELDS = {
  traceId: Type.Optional(Text(256)),
  sessionId: Type.Optional(Text(256)),
  userId: Type.Optional(Text(256)),
  minLatencyMs: Type.Optional(Type.Number({ minimum: 0 })),
  minCostUsd: Type.Optional(Type.Number({ minimum: 0 })),
};

const { includeEvalRuns: _never, ...OWN_CALLS } = FILTER_FIELDS;

/** Which calls something that is kept is about: an evaluation run, a rule. */
export const RunFilter = closed({ ...OWN_CALLS, ...EXACT_FIELDS }, { title: 'CallFilter' });
export type RunFilter = Static<typeof RunFilter>;

const CALL_FIELDS = {
  ...FILTER_FIELDS,
  ...EXACT_FIELDS,
  search: Type.Optional(
    Text(
      256,
      'Part of the model, an id, the error, the user, or a key or value of a tag; or words of stored content, all of them, in quotes as a phrase; in any case',
    ),
  ),
};

/** The same calls as a question with these fields finds. */
export const CallSelection = closed(CALL_FIELDS, { title: 'CallSelection' });
export type CallSelection = Static<typeof CallSelection>;
