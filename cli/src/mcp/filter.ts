// Arguments that many tools share: a time range and the filter of calls.
import * as z from 'zod';
import type { Schemas } from '@tracewell/sdk';
import { given, wrongArgument } from './tool.ts';

const DAY_MS = 86_400_000;
export const DEFAULT_DAYS = 7;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };
const AGE = /^(\d{1,5})([mhdw])$/;

const moment = (what: string) => z.string().max(40).optional().describe(what);

export const timeRange = {
  from: moment(`ISO 8601 or an age (24h, 7d); ${DEFAULT_DAYS}d unless set`),
  to: moment('Exclusive; now unless set'),
};

/** A time, or a time before now. */
export function readToolTime(text: string, now: number, name: string): number {
  const [, count, unit = ''] = AGE.exec(text.trim()) ?? [];
  const ms = count === undefined ? Date.parse(text) : now - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isFinite(ms)) return ms;
  throw wrongArgument(`\`${name}\` must be an ISO 8601 time, or an age such as 30m, 24h or 7d.`);
}

export interface Period {
  startTime: string;
  endTime: string;
}

export function readPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
): Period {
  const end = to === undefined ? now : readToolTime(to, now, 'to');
  const start = from === undefined ? end - DEFAULT_DAYS * DAY_MS : readToolTime(from, now, 'from');
  if (start >= end) throw wrongArgument('`from` must be before `to`.');
  return { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() };
}

export const inPeriod = ({ startTime, endTime }: Period): string => `from ${startTime} to ${endTime}`;

const FIELDS =
  'provider, model, status, error, user, session, traceId, id, promptName, promptVersion, agent, release, environment, service, operation, finishReason, gateway, mcpServer, tool, tag:<key> (is, isNot); of spans also type, name; latencyMs, ttftMs, totalTokens, inputTokens, outputTokens, costUsd (atLeast, atMost)';

const conditions = (fields: string) =>
  z
    .array(
      z.strictObject({
        field: z.string().max(68).describe(fields),
        op: z.enum(['is', 'isNot', 'atLeast', 'atMost']),
        values: z.array(z.union([z.string().max(256), z.number()])).max(200),
      }),
    )
    .max(20)
    .optional()
    .describe('All must match');

const common = {
  provider: z.string().max(64).optional().describe('Exact: openai'),
  model: z.string().max(128).optional().describe('Part of the name'),
  error: z
    .union([z.boolean(), z.string().max(256)])
    .optional()
    .describe('true: failed; false: not; a text: part of the error'),
  tags: z.record(z.string(), z.string().max(256)).optional().describe('All must match'),
  userId: z.string().max(256).optional(),
  promptName: z.string().max(200).optional(),
};

export const callArguments = {
  ...common,
  sessionId: z.string().max(256).optional(),
  traceId: z.string().max(256).optional(),
  promptVersion: z.string().max(100).optional(),
  minCostUsd: z.number().min(0).optional(),
  minLatencyMs: z.number().min(0).optional(),
  where: conditions(FIELDS),
};

/** Fewer, because several tools have them; `where` covers the others. */
export const figureArguments = { ...common, where: conditions('As in find_calls') };

type FilterArguments = Partial<z.output<z.ZodObject<typeof callArguments>>>;

export function toolFilter(args: FilterArguments): Schemas['CallFilter'] {
  const { provider, model, error, tags, userId, sessionId, traceId, promptName, promptVersion } = args;
  const { minCostUsd, minLatencyMs, where } = args;
  const filter = { provider, model, error, tags, userId, sessionId, traceId, promptName, promptVersion };
  return given({ ...filter, minCostUsd, minLatencyMs, where });
}
