// Calls with content that is sealed as on disk, answered from memory: the queries of features that judge.
import { sealContent } from '#content';
import type { Content } from '#core/content/content';
import type { CallRecord, ReadCall, Scope } from '#records';
import type { TestApp } from './app.ts';
import { plainCall } from './call-rows.ts';
import { sealedAlone, type FakeRecords } from './fake-records.ts';

interface Kept {
  account: number;
  ofEvalRun: boolean;
  call: CallRecord;
  sealed: Buffer | null;
}

export class JudgedCalls {
  readonly #kept = new Map<string, Kept>();
  /** Number of an account whose calls cannot be read. */
  brokenFor: number | null = null;

  async add(
    { services }: TestApp,
    accountId: string,
    call: { id: string; timestampMs: number; content: Content | null; ofEvalRun?: boolean },
  ): Promise<void> {
    const account = await services.accounts.get(accountId);
    if (!account) throw new Error('no account');
    const keys = services.contentKeys.of(account) ?? (await services.contentKeys.load(account));
    this.#kept.set(`${account.number} ${call.id}`, {
      account: account.number,
      ofEvalRun: call.ofEvalRun ?? false,
      call: plainCall(call.id, call.timestampMs, { requestMeta: { operation: 'chat' } }),
      sealed: call.content && sealContent(keys, call.id, call.content),
    });
  }

  #read({ account, sinceMs }: Scope, id: string): Kept | null {
    if (account === this.brokenFor) throw new Error('The records are unavailable.');
    const kept = this.#kept.get(`${account} ${id}`);
    return kept && kept.call.timestampMs > sinceMs ? kept : null;
  }

  readonly records: FakeRecords = {
    selectCallsAt: async (scope, places) =>
      new Map(
        places.flatMap(({ id, timestampMs }) => {
          const kept = this.#read(scope, id);
          if (!kept || kept.ofEvalRun || kept.call.timestampMs !== timestampMs) return [];
          return [[id, readCall(kept)] as const];
        }),
      ),
    selectCall: async (scope, id) => {
      const kept = this.#read(scope, id);
      return kept && readCall(kept);
    },
    selectSealedContent: async (scope, places) =>
      sealedAlone(
        places.flatMap(({ id }) => {
          const sealed = this.#read(scope, id)?.sealed;
          return sealed ? [[id, sealed] as const] : [];
        }),
      ),
  };
}

const readCall = ({ call, sealed }: Kept): ReadCall => ({ call, hasContent: sealed !== null });
