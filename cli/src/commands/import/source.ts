// What the importers have in common: a source gives parcels, and each parcel is one request to the service.
import type { ImportRules, SourceTally } from './tally.ts';

/** Where a source goes on. It is stored as JSON in the checkpoint. */
export type SourcePosition = Readonly<Record<string, unknown>>;

export interface ImportParcel {
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Made when it is sent: a dry run does not need it. */
  body: () => string | Uint8Array<ArrayBuffer>;
  tally: SourceTally;
  /** Where to go on once this parcel and all before it are stored; null in the middle of a page. */
  next: SourcePosition | null;
  /** Share of the source that is read, 0 to 1; null if that is not known. */
  share: number | null;
}

export interface ImportSource {
  name: string;
  /** Runs with the same identity go on from the same checkpoint. */
  identity: string;
  /** It can be read twice at no cost, so what does not fit is found before anything is sent. */
  isFile: boolean;
  /**
   * Where the history of an interface begins, null for its beginning. A run may move it to what the account
   * keeps.
   */
  since?: { ms: number | null };
  parcels(from: SourcePosition | null, rules: ImportRules): AsyncIterable<ImportParcel>;
}
