import { invalid } from '#lib/app-error';
import { decodeCursor, encodeCursor } from '#lib/cursor';
import type { Context } from '#core/context';
import type { AuditQuery } from './schemas.ts';
import { present, selectEntries } from './store.ts';

export async function listAudit(ctx: Context, query: AuditQuery) {
  const limit = query.limit ?? 50;
  const rows = await selectEntries(ctx.db, ctx.account.id, {
    action: query.action,
    actor: query.actor,
    fromMs: query.from === undefined ? undefined : Date.parse(query.from),
    toMs: query.to === undefined ? undefined : Date.parse(query.to),
    beforeId: query.cursor === undefined ? undefined : lastSeen(query.cursor),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(present),
    nextCursor: rows.length > limit && last ? encodeCursor([last.seq]) : null,
  };
}

function lastSeen(cursor: string): number {
  const [seq] = decodeCursor(cursor, ['number']) ?? [];
  if (typeof seq !== 'number') throw invalid('cursor', 'The cursor is not one that this list gave out.');
  return seq;
}
