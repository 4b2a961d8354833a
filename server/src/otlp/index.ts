// The OpenTelemetry wire format: exports to records, and the cost of a call.
export { countJson, countProtobuf, type OtherSignal } from './count-items.ts';
export { decodeJson } from './decode/json.ts';
export { decodeLogsJson } from './decode/logs-json.ts';
export { decodeLogsProtobuf } from './decode/logs-protobuf.ts';
export { decodeProtobuf } from './decode/protobuf.ts';
export { encodeResponse, type Encoding, type Signal } from './encode/response.ts';
export { sizeOf } from './bounds.ts';
export { parsed } from './json-text.ts';
export { inherit, type LineageSpan, type Taken } from './lineage/inherit.ts';
export { inheritWithin } from './lineage/within-request.ts';
export { contentOfLateEvents } from './content.ts';
export { CONTENT_LIMIT } from './content-room.ts';
export { lateFailure } from './error.ts';
export { EVALUATION } from './event-names.ts';
export { type LogEvent, mayHaveSpanEvents, SpanEventReader } from './logs/span-event.ts';
export { scoreOfEvent, scoresInSpan, type SpanScore } from './scores-of-span.ts';
export { lateAttributes } from './to-observation.ts';
export { AgentEventReader, type AgentSpans, mayHaveAgentEvents } from './logs/agent-spans.ts';
export { isFromLog, isTwinId } from './logs/twin-id.ts';
export { mapTraces, TraceMapper, type MapDoor, type MappedTraces } from './map.ts';
export { projectNameOf, promptNumberOf, type PromptNumber } from './open-fields.ts';
export {
  type CallLink,
  type Duplicate,
  hasCounts,
  isBetter,
  isSameResponse,
  linkKeys,
  type Sameness,
} from './duplicates/call-link.ts';
export {
  type DuplicatesById,
  findDuplicates,
  mark,
  putCall,
  putLines,
} from './duplicates/find-duplicates.ts';
export { Nesting } from './duplicates/nesting.ts';
export { LINE, NO_LINES, spanKey, type SpanLines, spanLines } from './duplicates/span-key.ts';
export { SpanTable } from './duplicates/span-table.ts';
export { partialSuccess, type PartialSuccess } from './partial-success.ts';
export { type Rejection, RejectionTally } from './rejections.ts';
export { gatewayOf } from './provider/gateway-of.ts';
export {
  openProvider,
  type ProviderNamer,
  providerNamer,
  squashed,
  visible,
} from './provider/provider-name.ts';
export type { Attributes, Decoded, Span, SpanEvent } from './span.ts';
export { usageOf } from './usage-details.ts';
export { type Catalog, catalogInUse, renewedTable, useTable } from './prices/catalog.ts';
export { sellersOfGenaiPrices } from './prices/table/from-genai-prices.ts';
export { modelOfLiteLlm } from './prices/table/from-litellm.ts';
export { mergePrices } from './prices/table/merge.ts';
export { readTable } from './prices/table/read-table.ts';
export { shippedTable } from './prices/table/shipped.ts';
export {
  isDated,
  type ListedModel,
  type ListedPrices,
  pricesAt,
  type CatalogTable,
  type ToolPrices,
} from './prices/table/form.ts';
export { CORRECTIONS, correctionAt, correctionsFor } from './prices/corrections.ts';
export {
  type AppliedPrice,
  deriveCost,
  priceBook,
  type PriceBook,
  type PriceLists,
} from './prices/prices.ts';
export { priceCall, pricedCall } from './prices/price-call.ts';
export { toBuckets } from './usage.ts';
