// Saves the state of the playground under an id, so that a link can open it. The messages are often a copy of
// a call's content, so they are sealed like content.
import { AppError, notFound } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import { isId, newId } from '#lib/ids';
import { openText, sealText } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { NewSharedPlayground, SharedPlayground } from './schemas.ts';
import {
  countPlaygroundDrafts,
  deleteEarlierDrafts,
  insertPlaygroundDraft,
  selectPlaygroundDraft,
} from './store.ts';

const KEPT_MS = 90 * DAY_MS;
const MAX_DRAFTS = 1_000;

const draftPurpose = (id: string): string => `playground-draft:${id}`;

export async function sharePlayground(ctx: Context, input: NewSharedPlayground): Promise<SharedPlayground> {
  const { sourceCallId = null, sourceTraceId = null } = input;
  const { columns, variables = {}, placeholders = {}, mocks = {} } = input;
  const shared = { columns, variables, placeholders, mocks };
  const { account, project, clock } = ctx;
  const keys = await ctx.contentKeys.load(account);
  return change(ctx, 'playground.share', async ({ db }) => {
    await lockAccount(db, account.id);
    const now = clock.now();
    await deleteEarlierDrafts(db, account.id, now - KEPT_MS);
    if ((await countPlaygroundDrafts(db, account.id)) >= MAX_DRAFTS)
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_DRAFTS} shared playgrounds of the last 90 days.`,
      );
    const id = newId('playgroundDraft');
    await insertPlaygroundDraft(db, {
      id,
      account_id: account.id,
      project_id: project?.id ?? null,
      source_call_id: sourceCallId,
      source_trace_id: sourceTraceId,
      body: sealText(keys, draftPurpose(id), JSON.stringify(shared)),
      created_at: now,
    });
    return {
      result: { id, ...shared, sourceCallId, sourceTraceId, createdAt: isoTime(now) },
      target: { type: 'playground_draft', id },
      metadata: { columns: columns.length },
    };
  });
}

export async function openSharedPlayground(ctx: Context, id: string): Promise<SharedPlayground> {
  const { account, project, clock } = ctx;
  const row = isId('playgroundDraft', id)
    ? await selectPlaygroundDraft(ctx.db, account.id, project?.id ?? null, id, clock.now() - KEPT_MS)
    : undefined;
  if (!row) throw notFound('Shared playground');
  const keys = await ctx.contentKeys.load(account);
  type Body = Pick<SharedPlayground, 'columns' | 'variables'> &
    Partial<Pick<SharedPlayground, 'placeholders' | 'mocks'>>;
  const body = JSON.parse(openText(keys, draftPurpose(id), row.body)) as Body;
  return {
    id,
    columns: body.columns,
    variables: body.variables,
    placeholders: body.placeholders ?? {},
    mocks: body.mocks ?? {},
    sourceCallId: row.source_call_id,
    sourceTraceId: row.source_trace_id,
    createdAt: isoTime(row.created_at),
  };
}
