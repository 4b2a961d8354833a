// Sealed content of a few calls or observations. The caller has the key that opens it.
import type { CallRef } from '../record.ts';
import type { MessageId } from '../writer/rows/stored.ts';
import { aboutRefs } from './about.ts';
import { messageIdsOf } from './messages.ts';
import { question } from './question.ts';
import { rowsFrom } from './rows-from.ts';
import { Where, type Scope } from './scope.ts';

export interface SealedContent {
  sealed: Buffer;
  /** The messages that it shares with others, in its order. */
  messages: readonly MessageId[];
}

/** By id. Missing: records without content, and those after the first that are beyond `maxBytes` in the order of time. */
export const selectSealedContent = question({
  name: 'selectSealedContent',
  about: aboutRefs,
  readsUnloaded: 'contents',
  run: async (
    engine,
    scope,
    refs: readonly CallRef[],
    maxBytes?: number,
  ): Promise<Map<string, SealedContent>> => {
    if (refs.length === 0) return new Map();
    const { sql, params } = sealedContentSql(scope, refs, maxBytes, engine.unloadedContents);
    const rows = await engine.query<{ id: string; sealed: string; messages: string[] }>(sql, params);
    return new Map(
      rows.map(({ id, sealed, messages }) => [
        id,
        { sealed: Buffer.from(sealed, 'base64'), messages: messageIdsOf(messages) },
      ]),
    );
  },
});

const IDS = 'arrayMap(message -> hex(message), messages)';

export function sealedContentSql(
  scope: Scope,
  refs: readonly CallRef[],
  maxBytes?: number,
  unloaded?: string,
) {
  // Content has no project. The refs come from records that the caller may see.
  const where = Where.of({ ...scope, project: null }).at(refs);
  const found = rowsFrom('call_content', where, 'id, timestamp, sealed, messages', unloaded);
  if (maxBytes === undefined) {
    return {
      sql: `SELECT id, base64Encode(sealed) AS sealed, ${IDS} AS messages\n${found}`,
      params: where.params,
    };
  }
  return {
    sql: `SELECT id, base64Encode(content) AS sealed, ${IDS} AS messages
FROM (
SELECT id, sealed AS content, messages, sum(length(sealed)) OVER (ORDER BY timestamp, id) AS bytes
${found}
)
WHERE bytes <= {maxBytes: UInt64} OR bytes = length(content)`,
    params: { ...where.params, maxBytes },
  };
}
