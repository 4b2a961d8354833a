// Content on its way in and out: redacted, dropped or sealed by consent, opened and restored for reading.
export { digestOf } from './content-digest.ts';
export { inBase64, replaceReferences, writtenAs, type MediaReference } from './media/reference.ts';
export { MEDIA_NAME, mediaHasher, mediaName } from './media/file-hash.ts';
export { isPlainMedia, sniffedType } from './media/sniff.ts';
export { MediaTaker, type KeptFile, type TakenFile } from './media/take-media.ts';
export { redactRecord } from './redact/redact-record.ts';
export { redactText } from './redact/redact-text.ts';
export { ContentKeys, type AccountKeys, type AccountRef } from './seal/content-keys.ts';
export { rotateMaster, type Rotation } from './seal/rotate-master.ts';
export { restoreMessages } from './messages/restore-messages.ts';
export { openMessage } from './messages/seal-message.ts';
export { openContent, openSharing, sealContent } from './seal/seal-content.ts';
export { callDigest, digestText, openText, sealText, textDigester } from './seal/seal-text.ts';
export {
  contentMatches,
  isFound,
  matchIn,
  partsFoundIn,
  searchedText,
  type FoundParts,
  type SearchedText,
} from './words/matches.ts';
export { hashesIn } from './words/word-hashes.ts';
export { contentWords, searchKeyOf, textWords } from './words/word-hashes.ts';
export { applyConsent, joinContent, splitContent, withUnreadableContent } from './split-content.ts';
