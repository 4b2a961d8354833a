// The OpenTelemetry wire format: exports to records, and the cost of a call.
export { countJson, countProtobuf, type OtherSignal } from './count-items.ts';
export { decodeJson } from './decode/json.ts';
export { decodeProtobuf } from './decode/protobuf.ts';
export { encodeResponse, type EncodedResponse, type Encoding, type Signal } from './encode/response.ts';
export { mapTraces, type MappedTraces, type MapOptions } from './map.ts';
export { type CallLink, findDuplicateSpans, linkOf, sameResponse, wraps } from './duplicate-spans.ts';
export { partialSuccess, type PartialSuccess } from './partial-success.ts';
export { type Rejection, RejectionTally } from './rejections.ts';
export { type ProviderNamer, providerNamer, visible } from './provider/provider-name.ts';
export type { Decoded, Malformed, Span } from './span.ts';
export { CATALOG_VERSION, PRICE_DATA_VERSION } from './prices/catalog.ts';
export { CORRECTIONS, correctionAt, correctionsFor } from './prices/corrections.ts';
export {
  type AppliedPrice,
  type DerivedCost,
  deriveCost,
  priceBook,
  type PriceBook,
  type PricedCall,
  type PriceLists,
  type PriceOverride,
} from './prices/prices.ts';
export { priceCall, pricedCall, type PriceFacts } from './prices/price-call.ts';
export { toBuckets } from './usage.ts';
