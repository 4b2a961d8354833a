import { Type, type Static } from 'typebox';
import { closed, Id, Label, Timestamp } from '#lib/schema';

const Filter = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Any object, up to 16 KiB as JSON; stored unchanged',
});

export const SavedView = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    filter: Filter,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

export const SavedViewInput = closed({ name: Label(50), filter: Filter }, { title: 'SavedViewInput' });
export type SavedViewInput = Static<typeof SavedViewInput>;

export const SavedViewParams = Type.Object({ id: Id });
