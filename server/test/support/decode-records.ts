// Encoded rows as the records that they were made of, for stores that are fake: as the engine reads rows.
import type { EncodedRecords, Incoming } from '#records';
import { callFromRow, type CallRow } from '#records/questions/call-columns';
import { observationFromRow, type ObservationRow } from '#records/questions/observation-columns';
import { CALL_COLUMNS } from '#records/writer/rows/call-row';
import { MILLISECONDS, SECONDS, type Column } from '#records/writer/rows/columns';
import { CONTENT_COLUMNS } from '#records/writer/rows/content-row';
import { rowPlaceOf } from '#records/writer/rows/encode-records';
import { OBSERVATION_COLUMNS } from '#records/writer/rows/observation-row';

export class RowReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  #skip(length: number): number {
    this.#at += length;
    return this.#at - length;
  }

  #size(): number {
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#skip(1));
      size |= (byte & 127) << shift;
      if (byte < 128) return size;
    }
  }

  #string(): Buffer {
    const size = this.#size();
    const from = this.#skip(size);
    return this.#bytes.subarray(from, from + size);
  }

  #messageId(): string {
    const from = this.#skip(16);
    return this.#bytes.toString('latin1', from, from + 16);
  }

  readonly #read: Readonly<Record<string, () => unknown>> = {
    UInt8: () => this.#bytes.readUInt8(this.#skip(1)),
    UInt32: () => this.#bytes.readUInt32LE(this.#skip(4)),
    UInt64: () => Number(this.#bytes.readBigUInt64LE(this.#skip(8))),
    Float64: () => this.#bytes.readDoubleLE(this.#skip(8)),
    [MILLISECONDS]: () => Number(this.#bytes.readBigInt64LE(this.#skip(8))),
    [SECONDS]: () => this.#bytes.readUInt32LE(this.#skip(4)),
    String: () => this.#string(),
    'FixedString(16)': () => this.#messageId(),
    'Array(FixedString(16))': () => Array.from({ length: this.#size() }, () => this.#messageId()),
    'Array(String)': () => Array.from({ length: this.#size() }, () => this.#string().toString()),
    'Map(String, String)': () =>
      Object.fromEntries(
        Array.from({ length: this.#size() }, () => [this.#string().toString(), this.#string().toString()]),
      ),
  };

  /** The values by column. Texts stay bytes in the columns that `isBytes` names. */
  row(columns: readonly Column[], isBytes: readonly string[] = []): Record<string, unknown> {
    const values = columns.map(({ name, type }) => {
      const value = this.#read[type]?.();
      return [name, Buffer.isBuffer(value) && !isBytes.includes(name) ? value.toString() : value];
    });
    if (this.#at > this.#bytes.length) throw new Error('A row ends early.');
    return Object.fromEntries(values) as Record<string, unknown>;
  }
}

interface Common {
  account: number;
  project: number;
  timestamp: number;
  received_at: number;
  expires_at: number;
  cost_usd: number;
  cache_savings_usd: number;
  price_source: 'client';
  eval_run: number;
  input_hash: number;
  tools_hash: number;
  pii_redacted: number;
  redaction_metadata: string;
  has_content: number;
  user_id: string;
  agent: string;
  release: string;
  environment: string;
  service: string;
  mcp_server: string;
  lineage: number;
}

/** As the questions about each of the two tables put them together. */
const labelsIn = (
  { user_id: user, agent, release, environment, service, mcp_server: mcpServer, lineage }: Common,
  isCall: boolean,
) =>
  isCall
    ? [user, agent, release, environment, lineage]
    : [user, agent, release, environment, service, mcpServer];

function recordOf(encoded: EncodedRecords, at: number, id: string): Incoming {
  const { from, rowEnd, end } = rowPlaceOf(encoded, at);
  const isCall = encoded.isCall[at] === 1;
  const columns = isCall ? CALL_COLUMNS : OBSERVATION_COLUMNS;
  const row = new RowReader(encoded.rows.subarray(from, rowEnd)).row(columns) as unknown as Common;
  const stored = {
    account: row.account,
    project: row.project,
    receivedAtMs: row.received_at,
    expiresAtMs: row.expires_at * 1_000,
    hasContent: row.has_content === 1,
    ...(row.input_hash === 0 ? {} : { inputHash: row.input_hash }),
  };
  const content = end > rowEnd ? contentOf(encoded.rows.subarray(rowEnd, end)) : null;
  const read = {
    ...row,
    timestamp_ms: String(row.timestamp),
    pii_redacted: row.pii_redacted === 1,
    labels: labelsIn(row, isCall),
  };
  if (!isCall) {
    const { observation } = observationFromRow(read as unknown as ObservationRow);
    const redactionMetadata =
      row.redaction_metadata === '' ? null : (JSON.parse(row.redaction_metadata) as never);
    const { pii_redacted: piiRedacted } = read;
    return {
      id,
      kind: 'observation',
      row: { ...stored, observation, piiRedacted, redactionMetadata },
      content,
    };
  }
  const { call } = callFromRow(read as unknown as CallRow);
  const cost = {
    costUsd: row.cost_usd,
    cacheSavingsUsd: row.cache_savings_usd,
    source: row.price_source,
  };
  const toolsHash = row.tools_hash === 0 ? {} : { toolsHash: row.tools_hash };
  return { id, kind: 'call', row: { ...stored, ...toolsHash, call, cost, evalRun: row.eval_run }, content };
}

function contentOf(bytes: Uint8Array): Incoming['content'] {
  const row = new RowReader(bytes).row(CONTENT_COLUMNS, ['sealed', 'word_hashes']) as unknown as {
    account: number;
    id: string;
    timestamp: number;
    expires_at: number;
    sealed: Buffer;
    word_hashes: Buffer;
    media: string[];
    messages: string[];
  };
  const { account, id, timestamp: timestampMs, sealed, word_hashes: words, media, messages } = row;
  return { account, id, timestampMs, expiresAtMs: row.expires_at * 1_000, sealed, words, media, messages };
}

export const decodeRecords = (encoded: EncodedRecords): Incoming[] =>
  encoded.ids.map((id, at) => recordOf(encoded, at, id));
