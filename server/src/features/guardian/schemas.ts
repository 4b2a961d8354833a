import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { FigureValues } from '#lib/figures';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { FindingFigures } from './figures.ts';
import { FINDING_KINDS, SEVERITIES, STATUSES } from './kinds.ts';

const FindingKind = OneOf(FINDING_KINDS);
const FindingSeverity = OneOf(SEVERITIES);
const FindingStatus = OneOf(STATUSES);

export const Finding = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    kind: FindingKind,
    severity: FindingSeverity,
    title: Type.String(),
    detail: Type.String(),
    evidence: Type.Object({
      callIds: Type.Array(Type.String(), { maxItems: 20, description: 'For GET /v1/query/calls/{id}' }),
      traceIds: Type.Array(Type.String(), { maxItems: 10, description: 'For GET /v1/query/trace/{id}' }),
      values: FigureValues(
        FindingFigures,
        'The figures by name, with units in the names. They cover every number in title and detail',
      ),
    }),
    status: FindingStatus,
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp,
    count: Type.Integer({ description: 'Number of records that show it' }),
  },
  { title: 'Finding' },
);
export type Finding = Static<typeof Finding>;

export const FindingList = Type.Object({
  findings: Type.Array(Finding),
  nextCursor: Nullable(Type.String()),
});

export const FindingQuery = Type.Object({
  status: Type.Optional(FindingStatus),
  kind: Type.Optional(FindingKind),
  severity: Type.Optional(FindingSeverity),
  ...PageQuery.properties,
});
export type FindingQuery = Static<typeof FindingQuery>;

export const FindingParams = Type.Object({ id: Type.String({ maxLength: 200 }) });

export const FindingChange = closed({ status: FindingStatus }, { title: 'FindingChange' });
export type FindingChange = Static<typeof FindingChange>;

const Counts = <T extends readonly string[]>(names: T) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<
      T[number],
      ReturnType<typeof Type.Integer>
    >,
  );

export const GuardianSummary = Type.Object(
  {
    open: Type.Integer({ description: 'Findings with status `open`' }),
    bySeverity: Counts(SEVERITIES),
    byKind: Counts(FINDING_KINDS),
    last24h: Type.Integer({
      description: 'Findings created in the last 24 hours, with any status',
    }),
  },
  { title: 'GuardianSummary' },
);
export type GuardianSummary = Static<typeof GuardianSummary>;
