// Reads a large observation, whose parts are together, on the preparing thread. It must not import a store or the
// framework.
import type { OtherSpans } from '#features/ingest';
import { readMergedSpans } from '../../open-spans/whole-spans.ts';
import { langfuseSpans } from './observation-span.ts';

export const readMergedObservations = async (bytes: Buffer): Promise<OtherSpans<null>> =>
  readMergedSpans(bytes, langfuseSpans);
