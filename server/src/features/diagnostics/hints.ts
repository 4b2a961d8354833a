// What the figures suggest, in sentences for somebody who wonders where their records are. Facts in, sentences out; the most
// telling first.
import type { Reason, Source, Totals } from './schemas.ts';

export interface Facts {
  totals: Totals;
  sources: readonly Source[];
  /** Provider identifiers of this deployment. */
  providers: readonly string[];
  /** Where this service is reached. */
  url: string;
  /** Only the keys of one project were looked at. */
  ofProject: boolean;
}

const MAX_HINTS = 6;

type Hint = (facts: Facts, seen: Seen) => string | null;

/** How often each known cause occurred, with its latest example. */
type Seen = ReadonlyMap<string, { count: number; example: string }>;

/** JSON ingest says its reasons in words, traces in codes; the cause is the same. */
const CAUSES: readonly [begins: string, cause: string][] = [
  ['provider must be', 'unknown_provider'],
  ['timestamp must be within', 'timestamp_too_old'],
  ['timestamp must be at most', 'timestamp_in_future'],
  ['a record must be at most', 'record_too_large'],
];

const causeOf = ({ reason }: Reason): string =>
  CAUSES.find(([begins]) => reason.startsWith(begins))?.[1] ?? reason;

function seenIn(sources: readonly Source[]): Seen {
  const seen = new Map<string, { count: number; example: string }>();
  for (const reason of sources.flatMap((source) => source.reasons)) {
    const cause = causeOf(reason);
    const before = seen.get(cause);
    if (before) before.count += reason.count;
    else seen.set(cause, { count: reason.count, example: reason.example });
  }
  return seen;
}

const many = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

const about =
  (cause: string, sentence: (count: number, example: string, facts: Facts) => string): Hint =>
  (facts, seen) => {
    const found = seen.get(cause);
    return found ? sentence(found.count, found.example, facts) : null;
  };

const nothingArrived: Hint = ({ totals, url, ofProject }) =>
  totals.requests > 0
    ? null
    : `No request with a key of this ${ofProject ? 'project' : 'account'} arrived in the last 24 hours. Check that the sender uses ${url} (traces go to /v1/traces, JSON to /v1/ingest), that it can reach this port, and that it sends the header "Authorization: Bearer twl_…". A wrong or revoked key gets 401, belongs to no account and is not counted here.`;

const onlyOtherSignals: Hint = ({ sources }) =>
  sources.length > 0 && sources.every(({ endpoint }) => endpoint === 'logs' || endpoint === 'metrics')
    ? 'Only logs or metrics arrived, which are not stored. Switch on the traces of the exporter: OTEL_TRACES_EXPORTER=otlp.'
    : null;

const onlyDuplicates: Hint = ({ totals: { accepted, duplicates } }) =>
  duplicates > 0 && accepted === 0
    ? `Every record that could be stored (${duplicates}) has an id that is stored already, and the first one wins. A batch that is sent again is fine; otherwise give each call an id of its own.`
    : null;

const onlyObservations: Hint = ({ totals: { accepted, duplicates, observations } }) =>
  observations > 0 && accepted + duplicates <= observations
    ? `Spans arrived (${observations}), and none of them is a model call: they lack gen_ai.* attributes, so they show up in traces and not among calls. Switch on an instrumentation of the model client, such as opentelemetry-instrumentation-openai-v2, OpenLLMetry, or experimental_telemetry of the AI SDK.`
    : null;

const unpriced: Hint = ({ totals }) =>
  totals.unpriced > 0
    ? `${many(totals.unpriced, 'call')} cost 0 because the model has no known price. GET /v1/account lists such models in unpricedModels; give them prices with PUT /v1/account/model-prices.`
    : null;

const HINTS: readonly Hint[] = [
  nothingArrived,
  onlyOtherSignals,
  about(
    'insufficient_scope',
    (count) =>
      `${many(count, 'request')} came with a key that may not send records. Use a key with the scope write:records, or one without explicit scopes.`,
  ),
  about(
    'quota_exceeded',
    (_count, example) =>
      `The monthly quota of records is used up, and what goes beyond it is not stored${example === '' ? '' : ` (${example})`}. GET /v1/account shows the usage and when it begins anew.`,
  ),
  about(
    'unknown_provider',
    (count, example, { providers }) =>
      `${many(count, 'record')} named a provider that this deployment does not know (${example}). It knows ${providers.join(', ')}; whoever runs it can add others with the setting TRACEWELL_PROVIDERS. In traces the provider is read from gen_ai.provider.name or gen_ai.system, else from the name of the model.`,
  ),
  about(
    'missing_provider',
    (count, example, { providers }) =>
      `${many(count, 'span')} did not say which provider served the call, such as ${example}. Set gen_ai.provider.name to one of ${providers.join(', ')}; whoever runs this deployment can add others with the setting TRACEWELL_PROVIDERS.`,
  ),
  about(
    'timestamp_too_old',
    (count) =>
      `${many(count, 'record')} came with a time before what this account keeps. Check the clock of the sender, and that times are in UTC or carry their zone.`,
  ),
  about(
    'timestamp_in_future',
    (count) =>
      `${many(count, 'record')} came with a time more than 24 hours in the future. Check the clock of the sender, and that times are in UTC or carry their zone.`,
  ),
  onlyDuplicates,
  onlyObservations,
  about(
    'body_too_large',
    (count) =>
      `${many(count, 'request')} had a body over 1 MiB, also when it is inflated. Send smaller batches: OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or fewer records per request.`,
  ),
  about(
    'too_many_records',
    (count) => `${many(count, 'request')} had more than 100 records. Send them in several requests.`,
  ),
  about(
    'invalid_json',
    (count, example) => `${many(count, 'request')} had a body that is not valid JSON: ${example}`,
  ),
  about(
    'unsupported_media_type',
    (count) =>
      `${many(count, 'request')} had another media type than application/json or application/x-protobuf. For exporters: OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.`,
  ),
  about(
    'overloaded',
    (count) =>
      `${many(count, 'request')} came while more arrived than could be stored. Exporters send such a batch again by themselves; if it lasts, whoever runs this deployment should look at its disk and load.`,
  ),
  unpriced,
];

export function hintsFor(facts: Facts): string[] {
  const seen = seenIn(facts.sources);
  return HINTS.map((hint) => hint(facts, seen))
    .filter((hint) => hint !== null)
    .slice(0, MAX_HINTS);
}
