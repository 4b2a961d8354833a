// What becomes of content by what the account agreed to. Redaction comes before it: also a digest is one of redacted text,
// so that nobody can find a short secret by trying.
import type { Consents } from '#core/access/accounts';
import type { Json, JsonObject, StoredRecord } from '#records';
import { digestContent } from './content-digest.ts';
import type { Split } from './split-content.ts';

/** With plaintext storage the content comes apart, to be sealed; without, it is gone and its digest stays in the record. */
export function applyConsent(split: Split<StoredRecord>, consents: Consents): Split<StoredRecord> {
  return consents.plaintextStorage || split.content === null
    ? split
    : { narrow: dropContent(split), content: null };
}

function dropContent({ narrow, content }: Split<StoredRecord>): StoredRecord {
  if (narrow.kind === 'observation' || content === null) return narrow;
  const ours = digestContent(content);
  if (Object.keys(ours).length === 0) return narrow;
  const theirs: Json | undefined = narrow.requestMeta?.['contentDigest'];
  const kept: JsonObject =
    typeof theirs === 'object' && theirs !== null && !Array.isArray(theirs) ? theirs : {};
  return {
    ...narrow,
    requestMeta: { ...narrow.requestMeta, contentDigest: { ...kept, ...ours } as JsonObject },
  };
}
