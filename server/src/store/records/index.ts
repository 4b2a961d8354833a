// The records store: calls and observations, in ClickHouse in this process or on a server. This file is its
// public interface; open.ts opens it. Each question has its own file, in questions/ or in the feature that asks
// it.
export {
  applyAdditions,
  selectRecordsToAddTo,
  stageAdditions,
  type AddedTo,
  type FoundRecord,
} from './changes/add-to-records.ts';
export { deleteAccount } from './changes/delete-account.ts';
export { deleteContent } from './changes/delete-content.ts';
export { deleteProject } from './changes/delete-project.ts';
export { applyErasures, stageErasure } from './changes/erase.ts';
export { reclassifyAsObservation } from './changes/reclassify-as-observation.ts';
export { applyStagedCosts, selectDerivedCosts, stageCosts } from './changes/reprice.ts';
export { setRetention } from './changes/retention.ts';
export { setLineage, type LineageChange } from './changes/set-lineage.ts';
export type * from './changes/cost-change.ts';
export type { Change } from './changes/change.ts';
export type { Params } from './engine/params.ts';
export { EXPORTS_AT_ONCE } from './engine/settings.ts';
export * from './questions/index.ts';
export type * from './record.ts';
export type { RecordsAdmin, RecordsStore } from './store.ts';
export type {
  Charged,
  Completion,
  HeldWork,
  LedgerHold,
  Turn,
  UnfinishedWrite,
  UsageLedger,
  WrittenRecord,
} from './writer/direct/usage-ledger.ts';
export type { EncodedRecords } from './writer/rows/encode-records.ts';
export type { Cost, MessageId, StoredContent } from './writer/rows/stored.ts';
export type { Incoming, WriteOutcome, WriteRequest } from './writer/writer.ts';
