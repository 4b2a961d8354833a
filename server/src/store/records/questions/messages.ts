// Messages that several contents share. The caller has the key that opens them.
import type { MessageId } from '../writer/rows/stored.ts';
import { question } from './question.ts';
import { rowsFrom } from './rows-from.ts';
import { Where, type Scope } from './scope.ts';

/** A message as it is sealed, or a block of messages. */
export interface SealedMessage {
  sealed: Buffer;
  /** The messages of a block. */
  parts: readonly MessageId[];
}

interface Row {
  message: string;
  bytes: string;
  messages: readonly string[];
}

const idOf = (hex: string): MessageId => Buffer.from(hex, 'hex').toString('latin1');
const hexOf = (id: MessageId): string => Buffer.from(id, 'latin1').toString('hex');

export const messageIdsOf = (hexes: readonly string[]): MessageId[] => hexes.map(idOf);

/** The first six bytes. */
const timeOf = (id: MessageId): number => Buffer.from(id, 'latin1').readUIntBE(0, 6);

/** By id. Removed messages are missing. */
export const selectMessages = question({
  name: 'selectMessages',
  readsUnloaded: 'messages',
  about: (ids: readonly MessageId[]) => {
    const times = ids.map(timeOf);
    return {
      startMs: times.reduce((least, ms) => Math.min(least, ms), Infinity),
      endMs: times.reduce((most, ms) => Math.max(most, ms), -Infinity) + 1,
    };
  },
  run: async (engine, scope, ids: readonly MessageId[]): Promise<Map<MessageId, SealedMessage>> => {
    if (ids.length === 0) return new Map();
    const { sql, params } = messagesSql(scope, ids, engine.unloadedMessages);
    const rows = await engine.query<Row>(sql, params);
    return new Map(
      rows.map(({ message, bytes, messages }) => [
        idOf(message),
        { sealed: Buffer.from(bytes, 'base64'), parts: messageIdsOf(messages) },
      ]),
    );
  },
});

function messagesSql(scope: Scope, ids: readonly MessageId[], unloaded?: string) {
  // The ids come from contents that the caller may see.
  const where = Where.of({ ...scope, project: null }).and(
    'id IN (SELECT toFixedString(unhex(arrayJoin({messages: Array(String)})), 16))',
    { messages: ids.map(hexOf) },
  );
  return {
    sql: `SELECT hex(id) AS message, base64Encode(sealed) AS bytes, arrayMap(part -> hex(part), parts) AS messages
${rowsFrom('messages', where, 'id, sealed, parts', unloaded)}`,
    params: where.params,
  };
}
