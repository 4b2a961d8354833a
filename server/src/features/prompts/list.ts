import { asJson, WrittenAnswer, type AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { cutPage, pageByNumber } from '#core/paging';
import { deployedLabels } from './deployments/store.ts';
import type { ListQuery, Prompt } from './schemas.ts';
import { presentPrompt, selectPrompts } from './store.ts';

/** A page that would exceed the answer limit is shorter; the next one continues after it. */
export async function listPrompts(
  ctx: Context,
  query: ListQuery,
  budget: AnswerBudget,
): Promise<WrittenAnswer> {
  const page = pageByNumber(query);
  const rows = await selectPrompts(ctx.db, ctx.account.id, query, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.id);
  const labels = await deployedLabels(
    ctx.db,
    ctx.account.id,
    shown.map((row) => row.id),
  );
  const prompts: Prompt[] = [];
  for (const row of shown) {
    const prompt = asJson(presentPrompt(row, labels.get(row.id) ?? []));
    if (!budget.take(prompt.bytes)) {
      const cut = cutPage(rows, { ...page, limit: prompts.length }, ({ id }) => id);
      return new WrittenAnswer({ prompts, nextCursor: cut.nextCursor });
    }
    prompts.push(prompt);
  }
  return new WrittenAnswer({ prompts, nextCursor });
}
