import { Type, type Static } from 'typebox';
import { Label, Timestamp, closed } from '#lib/schema';

export const Project = Type.Object(
  {
    id: Type.String({ examples: ['prj_1a2b3c4d5e6f'] }),
    name: Type.String(),
    isDefault: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectName = closed({ name: Label(100) });
export type ProjectName = Static<typeof ProjectName>;

export const ProjectParams = Type.Object({ id: Type.String() });
