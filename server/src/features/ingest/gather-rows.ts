// Encodes the prepared records of a request, and counts what receipts and hooks need. The second thread runs it too.
import type { StoredCall } from '#core/hooks';
import type { EncodedRecords, Incoming } from '#records';
import { RecordsEncoder } from '#records/writer/rows/encode-records';
import type { KnownMessages } from '#core/content/messages/message-memory';
import type { RequestMessages } from '#core/content/messages/request-messages';
import type { RunPart } from '#services/runs';
import { addToRuns, type RunParts } from './run-parts.ts';

export interface PreparedRows {
  encoded: EncodedRecords;
  count: number;
  observations: number;
  /** Calls whose model has no price. */
  unpriced: number;
  /** Null if no hook needs them. */
  calls: readonly StoredCall[] | null;
  /** What they say about runs that may have spans in other requests. */
  runs: readonly RunPart[];
  /** Messages that later contents may share once the rows are on disk. */
  newMessages: KnownMessages;
}

const FIRST_BYTES = 16 * 1_024;

/** Takes the records one by one, so that few of them are in memory at the same time. */
export class RowGatherer {
  readonly #encoder: RecordsEncoder;
  readonly #calls: StoredCall[] | null;
  readonly #runs: RunParts = new Map();
  #observations = 0;
  #unpriced = 0;

  /** `bytes`: expected size of the rows. */
  constructor(needsCalls: boolean, bytes = FIRST_BYTES) {
    this.#encoder = new RecordsEncoder(bytes);
    this.#calls = needsCalls ? [] : null;
  }

  readonly take = (record: Incoming): void => {
    if (record.kind === 'observation') this.#observations += 1;
    else {
      if (record.row.cost.source === 'none') this.#unpriced += 1;
      this.#calls?.push(storedCallOf(record.row));
    }
    addToRuns(this.#runs, record);
    this.#encoder.add(record);
  };

  /** `messages`: those that the records share. */
  rows(messages: RequestMessages | null): PreparedRows {
    const encoded = this.#encoder.encoded(messages?.encoded());
    return {
      encoded,
      count: encoded.ids.length,
      observations: this.#observations,
      unpriced: this.#unpriced,
      calls: this.#calls,
      runs: [...this.#runs.values()],
      newMessages: messages?.stored() ?? [],
    };
  }
}

function storedCallOf({
  call,
  cost: { costUsd, source },
  evalRun,
}: Extract<Incoming, { kind: 'call' }>['row']): StoredCall {
  const { id, provider, model, tags, timestampMs, requestMeta, totalTokens } = call;
  const check = requestMeta?.['gateCheckId'];
  const gateCheckId = typeof check === 'string' ? check : null;
  const unpricedTokens = source === 'none' ? totalTokens : 0;
  return { id, provider, model, tags, timestampMs, costUsd, unpricedTokens, evalRun, gateCheckId };
}
