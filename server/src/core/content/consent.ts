// Applies the account's consent to content. Redaction comes first, so that even a digest is of redacted text
// and a short secret cannot be guessed from it.
import type { Consents } from '#core/access/accounts';
import type { Json, JsonObject, StoredRecord } from '#records';
import { digestContent } from './content-digest.ts';
import type { Split } from './split-content.ts';

/**
 * With consent the content is separated, to be sealed. Without consent it is dropped, and its digest stays in
 * the record.
 */
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
