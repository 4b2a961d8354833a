// Changes and methods of the records store, and how to call them for an account’s records (isolation-table.ts).
import { DAY_MS } from '#lib/clock';
import { wholeAccount, type AddedTo } from '#records';
import { DECLARED as all, type RecordsReplies } from './fake-records.ts';
import { plainCall } from './call-rows.ts';
import { FAILED_ID, OWNED, ownedCost as cost } from './isolation-owner.ts';
import { window, type Isolation } from './isolation-form.ts';

function addition(account: number, timestampMs: number): AddedTo {
  const call = plainCall(OWNED.id, timestampMs, { error: 'failed', requestMeta: {} });
  const content = {
    account,
    id: OWNED.id,
    timestampMs,
    expiresAtMs: timestampMs + DAY_MS,
    sealed: Buffer.from('sealed'),
    words: Buffer.from('abc'),
    media: [OWNED.media],
    messages: [],
  };
  return {
    found: {
      isCall: true,
      id: OWNED.id,
      timestampMs,
      expiresAtMs: timestampMs + DAY_MS,
      project: OWNED.project,
      provider: 'openai',
      model: OWNED.model,
      evalRun: 0,
      hasContent: true,
      error: null,
      errorDetails: null,
      toolCalls: null,
      meta: null,
      piiRedacted: false,
      redactionMetadata: null,
      type: 'span',
      name: '',
    },
    now: { kind: 'call', row: { call } },
    content,
  };
}

export const CHANGES = {
  selectDerivedCosts: {
    ask: (store, { account, project }, atMs) =>
      store.ask({ account, project, sinceMs: 0 }, all.selectDerivedCosts(window(atMs), null, 10)),
    nothing: [],
  },
  deleteContent: { change: (store, { account }) => store.admin.change(account, all.deleteContent()) },
  deleteProject: {
    change: (store, { account }) => store.admin.change(account, all.deleteProject(OWNED.project)),
  },
  reclassifyAsObservation: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.reclassifyAsObservation([
          { id: OWNED.id, timestampMs: atMs, duplicateOf: 'kept', why: 'same_response' },
        ]),
      ),
  },
  stageErasure: {
    change: (store, { account }, atMs) =>
      store.admin.change(account, all.stageErasure(1, [{ id: OWNED.id, timestampMs: atMs }])),
  },
  applyErasures: { change: (store, { account }) => store.admin.change(account, all.applyErasures()) },
  deleteAccount: { change: (store, { account }) => store.admin.change(account, all.deleteAccount()) },
  selectSpans: {
    ask: (store, scope) => store.ask(scope, all.selectSpans({ traceId: OWNED.traceId }, 10)),
    nothing: [],
  },
  selectWholeTraces: {
    ask: async (store, scope) =>
      (await store.ask(scope, all.selectWholeTraces([OWNED.traceId], new Set([OWNED.id, FAILED_ID])))).spans,
    nothing: [],
    looksAcross:
      'A trace that contains a call of another project is not whole. The spans are those of the project.',
  },
  selectStoredIds: {
    ask: async (store, { account }) => [
      ...(await store.ask(wholeAccount(account), all.selectStoredIds([OWNED.id]))),
    ],
    nothing: [],
    byProject: 'It checks whether records exist for ids in the account’s own rows.',
  },
  selectRecordsToAddTo: {
    ask: (store, { account }) =>
      store.ask(wholeAccount(account), all.selectRecordsToAddTo([OWNED.id, FAILED_ID])),
    nothing: [],
    byProject: 'The job asks for the account, and keeps to the project that the event names.',
  },
  stageAdditions: {
    change: (store, { account }, atMs) =>
      store.admin.change(account, all.stageAdditions(1, [addition(account, atMs)])),
  },
  applyAdditions: { change: (store, { account }) => store.admin.change(account, all.applyAdditions()) },
  stageCosts: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.stageCosts(1, [
          { call: cost(atMs), costUsd: 99, cacheSavingsUsd: 0, priceSource: 'custom', pricing: '{}' },
        ]),
      ),
  },
  applyStagedCosts: { change: (store, { account }) => store.admin.change(account, all.applyStagedCosts()) },
  selectLineage: {
    ask: async (store, scope) =>
      (await store.ask(scope, all.selectLineage([OWNED.traceId], 10))).map(({ id }) => id),
    nothing: [],
  },
  setLineage: {
    change: (store, { account }, atMs) =>
      store.admin.change(
        account,
        all.setLineage([
          {
            table: 'calls',
            id: OWNED.id,
            timestampMs: atMs,
            values: ['', '', '', '', ''],
            tags: {},
            lineage: { takesTags: true, inherited: 0, inheritedTags: [] },
          },
        ]),
      ),
  },
  setRetention: { change: (store, { account }) => store.admin.change(account, all.setRetention(1)) },
  purgeErased: { because: 'It changes no answer: it removes rows from the disk that are already hidden.' },
  kind: { because: 'It is the name of the engine.' },
  ping: { because: 'It asks for nothing.' },
  stats: { because: 'For the operator of the whole service: two sums.' },
  write: { because: 'The request names the account once, and rows are stored under no other.' },
  stored: { because: 'The writer keeps ids by account, and queries the engine with selectStoredIds.' },
  sharedMessages: { because: 'A number that the writer keeps by account.' },
  usage: { because: 'A count that the writer keeps by account.' },
  writerState: { because: 'For the operator of the whole service: no record.' },
  activity: { because: 'For the operator of the whole service: two numbers.' },
  selectPossibleDuplicates: {
    because: 'For the job that finds duplicate spans of all accounts; it compares within one account only.',
  },
  selectRecentRuns: {
    because: 'For the service, which settles the runs of each account with questions about that account.',
  },
  selectWindowSums: {
    because:
      'For the alerts job of all accounts: each window names its account, and gets only the sums of its calls.',
  },
  selectAccountsWithCalls: {
    because: 'For the proposals job of all accounts, which then queries each one; it answers with numbers.',
  },
  selectArrivalCounts: {
    because: 'For the guardian job of all accounts, which then queries each one; it answers with counts.',
  },
  deleteExpired: { because: 'For the job that deletes, of all accounts; it answers with counts.' },
  reconcileUsage: { because: 'For the job that counts, of all accounts; it answers with counts.' },
  completeWrites: { because: 'For the job that completes writes, of all accounts; it answers with counts.' },
  backup: { because: 'For the operator of the whole service.' },
  restore: { because: 'For the operator of the whole service.' },
  close: { because: 'It ends the store.' },
} satisfies Partial<Record<keyof RecordsReplies, Isolation>>;
