// Previews of the rows of a page. Content is decrypted for these rows only, and only the preview lines are
// kept.
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectContentPlaces, type CallRecord, type CallRef, type ReadCall } from '#records';
import { previewOf, type PreviewText } from '#services/conversation';
import { readContents, scopeOf } from '#services/record-access';
import type { ListedCall } from './schemas/calls.ts';
import type { ContentPreview, Previews, PreviewsQuery, Snippet } from './schemas/previews.ts';
import { searchTerms } from './search/search-terms.ts';
import { snippetOf } from './search/snippet.ts';

export const asPreview = (said: PreviewText | undefined): ContentPreview =>
  said ? { ...said, stored: true } : { input: null, output: null, stored: false };

interface CallPreviews {
  of: (call: CallRecord) => Pick<ListedCall, 'preview' | 'snippet'>;
}

export async function callPreviews(
  ctx: Context,
  calls: readonly ReadCall[],
  search: string | undefined,
): Promise<CallPreviews> {
  const terms = await searchTerms(ctx, search);
  const said = await readContents(
    ctx,
    calls.map(({ call, hasContent }) => ({ ref: refOf(call), hasContent })),
    (content): { preview: PreviewText; snippet: Snippet | null } => ({
      preview: previewOf(content),
      snippet: terms && snippetOf(content, terms.wanted),
    }),
  );
  return {
    of: ({ id }) => ({
      preview: asPreview(said.get(id)?.preview),
      ...(search === undefined ? {} : { snippet: said.get(id)?.snippet ?? null }),
    }),
  };
}

const refOf = ({ id, timestampMs }: CallRecord): CallRef => ({ id, timestampMs });

/** A server takes parameters of up to 128 KiB. */
const MAX_ID_BYTES = 100_000;

/** Previews of calls and observations. Unknown ids are left out. */
export async function listPreviews(ctx: Context, { ids }: PreviewsQuery): Promise<Previews> {
  if (Buffer.byteLength(JSON.stringify(ids)) > MAX_ID_BYTES)
    throw invalid('ids', 'The ids are too long in total. Request fewer at once.');
  const found = await ctx.records.ask(scopeOf(ctx), selectContentPlaces(ids));
  const said = await readContents(
    ctx,
    [...found].map(([id, { timestampMs, hasContent }]) => ({ ref: { id, timestampMs }, hasContent })),
    (content) => previewOf(content),
  );
  return {
    previews: ids.flatMap((id) => (found.has(id) ? [{ id, ...asPreview(said.get(id)) }] : [])),
  };
}
