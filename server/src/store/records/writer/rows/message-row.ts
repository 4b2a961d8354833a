import { MILLISECONDS, SECONDS, columns } from './columns.ts';
import type { RowBuffer } from './row-buffer.ts';
import { secondsUp, type StoredMessage } from './stored.ts';

export const MESSAGE_COLUMNS = columns(
  ['account', 'UInt32'],
  ['project', 'UInt32'],
  ['id', 'FixedString(16)'],
  ['timestamp', MILLISECONDS],
  ['expires_at', SECONDS],
  ['sealed', 'String'],
  ['word_hashes', 'String'],
  ['media', 'Array(String)'],
  ['parts', 'Array(FixedString(16))'],
);

/** In the order of MESSAGE_COLUMNS. */
export function writeMessage(rows: RowBuffer, message: StoredMessage): void {
  rows.uint32(message.account);
  rows.uint32(message.project);
  rows.messageId(message.id);
  rows.milliseconds(message.timestampMs);
  rows.uint32(secondsUp(message.expiresAtMs));
  rows.bytes(message.sealed);
  rows.bytes(message.words);
  rows.texts(message.media);
  rows.messageIds(message.parts);
  rows.rows += 1;
}
