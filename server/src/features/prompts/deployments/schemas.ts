import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { closed, Id, Nullable, OneOf, Timestamp } from '#lib/schema';
import { Name, PromptLabel } from '../schemas.ts';

const Comment = Type.Optional(
  Nullable(Type.String({ maxLength: 500, description: 'Reason, for the history' })),
);

export const Deployment = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    promptId: Id,
    version: Type.String(),
    previousPromptId: Nullable(
      Type.Integer({ description: 'The target of a rollback now; null if a rollback would be a 409' }),
    ),
    previousVersion: Nullable(Type.String()),
    deployedAt: Timestamp,
    deployedBy: Type.String({ description: 'Id of the key or of the person' }),
  },
  { title: 'PromptDeployment', additionalProperties: false },
);
export type Deployment = Static<typeof Deployment>;

export const DeploymentList = Type.Object(
  { deployments: Type.Array(Deployment), nextCursor: Nullable(Type.String()) },
  { title: 'PromptDeployments' },
);
export type DeploymentList = Static<typeof DeploymentList>;

export const DeploymentsQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  label: Type.Optional(Type.String({ maxLength: 100 })),
  ...PageQuery.properties,
});
export type DeploymentsQuery = Static<typeof DeploymentsQuery>;

export const Deploy = closed({ label: PromptLabel, comment: Comment }, { title: 'PromptDeploy' });
export type Deploy = Static<typeof Deploy>;

export const Rollback = closed(
  { name: Name, label: PromptLabel, comment: Comment },
  { title: 'PromptRollback' },
);
export type Rollback = Static<typeof Rollback>;

export const HistoryEntry = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The current name of the prompt' }),
    label: Type.String(),
    action: OneOf(['deploy', 'rollback']),
    promptId: Id,
    version: Type.String({ description: 'The current name of the version, or its name when it was deleted' }),
    fromPromptId: Nullable(Type.Integer({ description: 'The previous target of the label' })),
    fromVersion: Nullable(Type.String()),
    comment: Nullable(Type.String()),
    deployedAt: Timestamp,
    deployedBy: Type.String(),
  },
  { title: 'PromptDeploymentEntry', additionalProperties: false },
);
export type HistoryEntry = Static<typeof HistoryEntry>;

export const History = Type.Object({
  entries: Type.Array(HistoryEntry),
  nextCursor: Nullable(Type.String()),
});
export type History = Static<typeof History>;

export const HistoryQuery = Type.Object({
  name: Type.Optional(Name),
  label: Type.Optional(PromptLabel),
  ...PageQuery.properties,
});
export type HistoryQuery = Static<typeof HistoryQuery>;
