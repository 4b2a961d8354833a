import { Type, type Static } from 'typebox';
import { SCOPES } from '#core/access/actor';
import { closed, Distinct, Nullable, OneOf, Timestamp } from '#lib/schema';

const UserCode = Type.String({
  minLength: 8,
  maxLength: 20,
  description: 'As the terminal shows it; hyphens, spaces and case do not matter',
  examples: ['WDJB-MJHT'],
});

export const DeviceLoginQuery = closed({ code: UserCode });

export const DeviceLoginView = Type.Object(
  {
    clientName: Type.String({ description: 'As the program calls itself' }),
    requestedFrom: Nullable(Type.String({ description: 'The address from which it asks' })),
    requestedAt: Timestamp,
    scopes: Type.Array(OneOf(SCOPES), { description: 'What it asks for' }),
    days: Type.Integer({ description: 'How long the key will be valid' }),
  },
  { title: 'DeviceLoginView' },
);

export const DeviceDecision = closed({
  code: UserCode,
  allow: Type.Boolean(),
  scopes: Type.Optional(
    Distinct(OneOf(SCOPES), {
      minItems: 1,
      maxItems: 3,
      description: 'What the person allows; required with `allow`',
    }),
  ),
  projectId: Type.Optional(
    Nullable(Type.String({ maxLength: 64, description: 'Binds the key to a project' })),
  ),
});
export type DeviceDecision = Static<typeof DeviceDecision>;

export const DeviceDecided = Type.Object({ allowed: Type.Boolean() }, { title: 'DeviceDecided' });
