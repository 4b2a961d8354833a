// Content on its way in and out: redacted, dropped or sealed by consent, opened and put back on reading.
export { applyConsent } from './consent.ts';
export { digestContent, digestOf, type ContentDigest, type Digest } from './content-digest.ts';
export { redactionFacts } from './facts.ts';
export { fingerprints, fingerprintSecret, type Fingerprints } from './fingerprint.ts';
export { REDACTION_KINDS, type RedactionKind } from './redact/detector.ts';
export { REDACTION_VERSION, type RedactionMetadata } from './redact/metadata.ts';
export { isLargeToRedact, redactAhead, type RedactedAhead } from './redact/redact-ahead.ts';
export { redactRecord, type Redacted } from './redact/redact-record.ts';
export { redactText, type RedactedText, type RedactionCounts } from './redact/redact-text.ts';
export { ContentKeys, type AccountKeys, type AccountRef } from './seal/content-keys.ts';
export { rotateMaster, type AlsoRotate, type Reseal, type Rotation } from './seal/rotate-master.ts';
export { openContent, sealContent } from './seal/seal-content.ts';
export { sealRecord } from './seal/seal-record.ts';
export { callDigest, digestText, openText, sealText } from './seal/seal-text.ts';
export { contentMatches, searchedText, type SearchedText } from './words/matches.ts';
export { hashesIn } from './words/sorted-hashes.ts';
export { contentWords, searchKeyOf, textWords } from './words/word-hashes.ts';
export {
  joinContent,
  splitContent,
  withUnreadableContent,
  type Content,
  type Split,
} from './split-content.ts';
