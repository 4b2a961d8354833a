// Reads a large run, whose parts are together, on the preparing thread. It must not import a store or the framework.
import type { OtherSpans } from '#features/ingest';
import { readMergedSpans } from '../open-spans/whole-spans.ts';
import { langsmithSpans } from './run-span.ts';

export const readMergedRuns = async (bytes: Buffer): Promise<OtherSpans<null>> =>
  readMergedSpans(bytes, langsmithSpans);
