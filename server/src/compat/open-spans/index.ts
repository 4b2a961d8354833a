// Spans that clients of other back ends send in parts.
export { addPeerSpans } from './peers.ts';
export type { PeerSpans, SpanPart } from './peer-spans.ts';
export { receiveParts } from './receive-parts.ts';
export { receiveWhole } from './receive-whole.ts';
export { resealOpenSpans } from './reseal.ts';
