import { isDeepStrictEqual } from 'node:util';
import { Type, type Static } from 'typebox';
import { notFound, unknownId } from '#lib/app-error';
import { Id, Nullable, OneOf } from '#lib/schema';
import type { Context } from '#core/context';
import { readVariables, selectPrompt, type PromptRow } from '#services/prompts';
import { promptText } from '../chat.ts';
import { readLabels } from '../store.ts';
import { diffLines } from './diff-lines.ts';
import { hunksOf } from './hunks.ts';

const Side = Type.Object({ id: Id, name: Type.String(), version: Type.String() });
const Names = Type.Array(Type.String());
const Members = Type.Object({ added: Names, removed: Names, changed: Names });
const Line = Type.Integer({ minimum: 0 });

export const DiffQuery = Type.Object({ against: Id });

const Hunk = Type.Object(
  {
    oldStart: Line,
    oldLines: Line,
    newStart: Line,
    newLines: Line,
    lines: Type.Array(Type.Object({ kind: OneOf(['context', 'removed', 'added']), text: Type.String() })),
  },
  { title: 'DiffHunk' },
);

export const PromptDiff = Type.Object(
  {
    from: Side,
    to: Side,
    addedLines: Type.Integer(),
    removedLines: Type.Integer(),
    hunks: Type.Array(Hunk, {
      description:
        'Hunks of the template, with three lines around each change. A chat prompt is compared as text: each message after a line with its role',
    }),
    configHunks: Type.Array(Hunk, { description: 'The same for `config`, as indented JSON' }),
    variables: Members,
    labels: Type.Object({ added: Names, removed: Names }),
    description: Nullable(
      Type.Object(
        { from: Nullable(Type.String()), to: Nullable(Type.String()) },
        { description: 'Null if unchanged' },
      ),
    ),
    config: Members,
  },
  { title: 'PromptDiff' },
);
export type PromptDiff = Static<typeof PromptDiff>;

const side = ({ id, name, version }: PromptRow) => ({ id, name, version });

/** The changes from `against` to `id`. */
export async function diffPrompts(ctx: Context, id: number, against: number): Promise<PromptDiff> {
  const [to, from] = await Promise.all([
    selectPrompt(ctx.db, ctx.account.id, id),
    selectPrompt(ctx.db, ctx.account.id, against),
  ]);
  if (!to) throw notFound('Prompt');
  if (!from) throw unknownId('against', 'The prompt to compare against was not found.');
  const changes = diffLines(promptText(from), promptText(to));
  return {
    from: side(from),
    to: side(to),
    addedLines: changes.filter(({ kind }) => kind === 'added').length,
    removedLines: changes.filter(({ kind }) => kind === 'removed').length,
    hunks: hunksOf(changes),
    configHunks: hunksOf(diffLines(indented(from), indented(to))),
    variables: membersDiff(readVariables(from), readVariables(to)),
    labels: listDiff(readLabels(from), readLabels(to)),
    description: from.description === to.description ? null : { from: from.description, to: to.description },
    config: membersDiff(JSON.parse(from.config) as object, JSON.parse(to.config) as object),
  };
}

const indented = ({ config }: PromptRow): string => JSON.stringify(JSON.parse(config), null, 2);

const listDiff = (from: readonly string[], to: readonly string[]) => ({
  added: to.filter((each) => !from.includes(each)),
  removed: from.filter((each) => !to.includes(each)),
});

function membersDiff(from: object | null, to: object | null): PromptDiff['variables'] {
  const before = new Map(Object.entries(from ?? {}));
  const after = new Map(Object.entries(to ?? {}));
  return {
    ...listDiff([...before.keys()], [...after.keys()]),
    changed: [...after.keys()].filter(
      (name) => before.has(name) && !isDeepStrictEqual(before.get(name), after.get(name)),
    ),
  };
}
