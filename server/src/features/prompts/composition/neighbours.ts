// Where a version stands among the others: what it contains, what contains it, and what agents get.
import { Type, type Static } from 'typebox';
import { Id, Nullable } from '#lib/schema';
import type { Context } from '#core/context';
import { LATEST, PromptComposer, readMessages, ReferenceFault, referencesOf } from '#services/prompts';
import { selectNewestId } from '../by-number/store.ts';
import { deployedLabels } from '../deployments/store.ts';
import { requirePrompt } from '../get.ts';
import { Prompt } from '../schemas.ts';
import { selectIncludedBy } from './store.ts';

const MAX_READERS = 200;

const referenceFields = {
  name: Type.String(),
  label: Nullable(Type.String()),
  number: Nullable(Type.Integer({ description: 'Number of the version, if the reference names one' })),
};

export const PromptNeighbours = Type.Object({
  includes: Type.Array(
    Type.Object({
      ...referenceFields,
      promptId: Nullable(
        Type.Integer({ description: 'The version that it means now; null if there is none' }),
      ),
      version: Nullable(Type.String()),
    }),
    { description: 'Prompts in it, by its own references' },
  ),
  includedBy: Type.Array(
    Type.Object({
      promptId: Id,
      name: Type.String(),
      version: Type.String(),
      label: referenceFields.label,
      number: referenceFields.number,
      deployedLabels: Type.Array(Type.String()),
    }),
    { description: 'Versions that contain this one now, at most 200, newest first' },
  ),
  composed: Nullable(
    Type.Object(
      { template: Type.String(), messages: Prompt.properties.messages },
      { description: 'What agents get: all references replaced. Null if that is not possible' },
    ),
  ),
  problem: Nullable(Type.String({ description: 'Why it cannot be composed' })),
});
type PromptNeighbours = Static<typeof PromptNeighbours>;

export async function promptNeighbours(ctx: Context, id: number): Promise<PromptNeighbours> {
  const { db } = ctx;
  const accountId = ctx.account.id;
  const row = await requirePrompt(db, accountId, id);
  const composer = new PromptComposer(db, accountId);
  const includes: PromptNeighbours['includes'] = [];
  for (const reference of await referencesOf(row)) {
    const target = await composer.target(reference);
    includes.push({ ...reference, promptId: target?.id ?? null, version: target?.version ?? null });
  }
  const [own, newest] = await Promise.all([
    deployedLabels(db, accountId, [id]),
    selectNewestId(db, accountId, row.name),
  ]);
  const labels = [...(own.get(id) ?? []), ...(newest === id ? [LATEST] : [])];
  const readers = await selectIncludedBy(db, accountId, row, labels, MAX_READERS);
  const readerLabels = await deployedLabels(
    db,
    accountId,
    readers.map((reader) => reader.id),
  );
  return {
    includes,
    includedBy: readers.map((reader) => ({
      promptId: reader.id,
      name: reader.of_name,
      version: reader.version,
      label: reader.label,
      number: reader.number,
      deployedLabels: readerLabels.get(reader.id) ?? [],
    })),
    ...(await composition(composer, row)),
  };
}

async function composition(
  composer: PromptComposer,
  row: Parameters<PromptComposer['compose']>[0],
): Promise<Pick<PromptNeighbours, 'composed' | 'problem'>> {
  try {
    const { template } = await composer.compose(row);
    return { composed: { template, messages: readMessages({ type: row.type, template }) }, problem: null };
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    return { composed: null, problem: error.message };
  }
}
