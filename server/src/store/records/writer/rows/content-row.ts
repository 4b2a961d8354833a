import { MILLISECONDS, SECONDS, columns } from './columns.ts';
import type { RowBuffer } from './row-buffer.ts';
import { secondsUp, type StoredContent } from './stored.ts';

export const CONTENT_COLUMNS = columns(
  ['account', 'UInt32'],
  ['id', 'String'],
  ['timestamp', MILLISECONDS],
  ['expires_at', SECONDS],
  ['sealed', 'String'],
  ['word_hashes', 'String'],
  ['media', 'Array(String)'],
  ['messages', 'Array(FixedString(16))'],
);

/** In the order of CONTENT_COLUMNS. */
export function writeContent(rows: RowBuffer, content: StoredContent): void {
  rows.uint32(content.account);
  rows.text(content.id);
  rows.milliseconds(content.timestampMs);
  rows.uint32(secondsUp(content.expiresAtMs));
  rows.bytes(content.sealed);
  rows.bytes(content.words);
  rows.texts(content.media);
  rows.messageIds(content.messages);
  rows.rows += 1;
}
