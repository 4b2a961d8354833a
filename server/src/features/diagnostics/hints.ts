// Hints for people whose records do not show up. Takes facts and returns sentences with their codes and
// figures, the most relevant first.
import type { Coded } from '#lib/figures';
import type { DiagnosticsFigures } from './figures.ts';
import type { RejectionReason, ReceiptSource, Totals } from './schemas.ts';

export interface HintFacts {
  totals: Totals;
  sources: readonly ReceiptSource[];
  /** Provider identifiers of this deployment. */
  providers: readonly string[];
  /** Public address of this service. */
  url: string;
  /** True if only the keys of one project were checked. */
  ofProject: boolean;
  /** Records with the trace and span id of another one. */
  sameSpans: number;
}

export type Hint = Coded<typeof DiagnosticsFigures> & { message: string };

const MAX_HINTS = 6;

type Rule = (facts: HintFacts, seen: Seen) => Hint | null;

/** The number of occurrences of each known cause, with its latest example. */
type Seen = ReadonlyMap<string, { count: number; example: string; values: RejectionReason['values'] }>;

function seenIn(sources: readonly ReceiptSource[]): Seen {
  const seen = new Map<string, { count: number; example: string; values: RejectionReason['values'] }>();
  for (const { cause, count, example, values } of sources.flatMap((source) => source.reasons)) {
    const before = seen.get(cause);
    if (before) before.count += count;
    else seen.set(cause, { count, example, values });
  }
  return seen;
}

const many = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

const about =
  (
    cause: string,
    hint: (count: number, example: string, facts: HintFacts, values: RejectionReason['values']) => Hint,
  ): Rule =>
  (facts, seen) => {
    const found = seen.get(cause);
    return found ? hint(found.count, found.example, facts, found.values) : null;
  };

const inBrackets = (example: string): string => (example === '' ? '' : ` (${example})`);

const nothingArrived: Rule = ({ totals, url, ofProject }) => {
  if (totals.requests > 0) return null;
  const keysOf = ofProject ? 'project' : 'account';
  return {
    code: 'nothing_arrived',
    values: { url, keysOf },
    message: `No request with a key of this ${keysOf} arrived in the last 24 hours. Check that the sender uses ${url} (traces go to /otel/v1/traces, JSON to /v1/ingest), that it can reach this port, and that it sends the header "Authorization: Bearer twl_…". A wrong or revoked key gets 401, belongs to no account and is not counted here.`,
  };
};

/** The log events of coding agents are stored. */
const hasOnlyOtherSignals = ({ endpoint, accepted, duplicates }: ReceiptSource): boolean =>
  (endpoint === 'logs' || endpoint === 'metrics') && accepted + duplicates === 0;

const onlyOtherSignals: Rule = ({ sources }) =>
  sources.length > 0 && sources.every(hasOnlyOtherSignals)
    ? {
        code: 'only_other_signals',
        values: {},
        message:
          'Only logs or metrics arrived, which are not stored, except the log events of coding agents and of GenAI spans. Turn on traces in the exporter: OTEL_TRACES_EXPORTER=otlp.',
      }
    : null;

const onlyDuplicates: Rule = ({ totals: { accepted, duplicates } }) =>
  duplicates > 0 && accepted === 0
    ? {
        code: 'only_duplicates',
        values: { duplicates },
        message: `Every record that could be stored (${duplicates}) is a duplicate: its id is already stored, and the first record is kept. That is normal for a batch that is sent again; otherwise give each call its own id.`,
      }
    : null;

const sameSpans: Rule = ({ sameSpans: records }) =>
  records > 0
    ? {
        code: 'same_spans',
        values: { records },
        message: `${many(records, 'record')} have the trace id and span id of another record under another id, so both are counted. If they report the same call, send it once, or use the id "<traceId>-<spanId>" in /v1/ingest.`,
      }
    : null;

const onlyObservations: Rule = ({ totals: { accepted, duplicates, observations } }) =>
  observations > 0 && accepted + duplicates <= observations
    ? {
        code: 'only_observations',
        values: { observations },
        message: `Spans arrived (${observations}), but none of them is a model call: they lack gen_ai.* attributes, so they appear in traces but not among calls. If they come from Langfuse, LangSmith or OpenInference, send them to /otel/v1/traces. Otherwise enable an instrumentation of the model client, such as opentelemetry-instrumentation-openai-v2, OpenLLMetry, or experimental_telemetry of the AI SDK.`,
      }
    : null;

const unpriced: Rule = ({ totals }) =>
  totals.unpriced > 0
    ? {
        code: 'unpriced',
        values: { calls: totals.unpriced },
        message: `${many(totals.unpriced, 'call')} cost 0 because the model has no known price. GET /v1/account lists such models in unpricedModels; give them prices with PUT /v1/account/model-prices.`,
      }
    : null;

const ANY_PROVIDER =
  'To take any provider, send traces to /otel, or set acceptProviders to "any" with PATCH /v1/account/settings. The operator can add providers with the setting TRACEWELL_PROVIDERS.';

const HINTS: readonly Rule[] = [
  nothingArrived,
  onlyOtherSignals,
  about('insufficient_scope', (count) => ({
    code: 'insufficient_scope',
    values: { requests: count },
    message: `${many(count, 'request')} used a key that may not send records. Use a key with the scope write:records, or one without explicit scopes.`,
  })),
  about('quota_exceeded', (count, example) => ({
    code: 'quota_exceeded',
    values: { count },
    message: `The monthly quota of records is used up, and further records are not stored${inBrackets(example)}. GET /v1/account shows the usage and when it resets.`,
  })),
  about('unknown_provider', (count, _example, { providers }, { provider = '' }) => ({
    code: 'unknown_provider',
    values: { records: count, provider: String(provider), providers: providers.join(', ') },
    message: `${many(count, 'record')} named a provider that this deployment does not know${inBrackets(String(provider))}. /v1/ingest and /v1/traces take ${providers.join(', ')}. ${ANY_PROVIDER} In traces the provider is read from gen_ai.provider.name or gen_ai.system, else from the name of the model.`,
  })),
  about('missing_provider', (count, example, { providers }) => ({
    code: 'missing_provider',
    values: { spans: count, span: example, providers: providers.join(', ') },
    message: `${many(count, 'span')} did not say which provider served the call, such as ${example}. Set gen_ai.provider.name to one of ${providers.join(', ')}. ${ANY_PROVIDER}`,
  })),
  about('timestamp_too_old', (count) => ({
    code: 'timestamp_too_old',
    values: { records: count },
    message: `${many(count, 'record')} had a timestamp older than the retention period of this account. Check the clock of the sender, and that timestamps are in UTC or include a time zone.`,
  })),
  about('timestamp_in_future', (count) => ({
    code: 'timestamp_in_future',
    values: { records: count },
    message: `${many(count, 'record')} had a timestamp more than 24 hours in the future. Check the clock of the sender, and that timestamps are in UTC or include a time zone.`,
  })),
  onlyDuplicates,
  sameSpans,
  onlyObservations,
  about('body_too_large', (count) => ({
    code: 'body_too_large',
    values: { requests: count },
    message: `${many(count, 'request')} had a body over the limit, compressed or decompressed: 1 MiB at /v1, 72 MiB at /otel. Send traces to /otel, or smaller batches: OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or fewer records per request.`,
  })),
  about('too_many_records', (count) => ({
    code: 'too_many_records',
    values: { requests: count },
    message: `${many(count, 'request')} had more than 100 records. Send them in several requests.`,
  })),
  about('invalid_json', (count, example) => ({
    code: 'invalid_json',
    values: { requests: count },
    message: `${many(count, 'request')} had a body that is not valid JSON: ${example}`,
  })),
  about('unsupported_media_type', (count) => ({
    code: 'unsupported_media_type',
    values: { requests: count },
    message: `${many(count, 'request')} had a media type other than application/json or application/x-protobuf. For exporters: OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf.`,
  })),
  about('overloaded', (count) => ({
    code: 'overloaded',
    values: { requests: count },
    message: `${many(count, 'request')} were rejected because the service could not store records fast enough. Exporters send such a batch again automatically. If it persists, the operator should check disk and load.`,
  })),
  about('too_many_open_spans', (count) => ({
    code: 'too_many_open_spans',
    values: { requests: count },
    message: `${many(count, 'request')} of a Langfuse or LangSmith client were rejected, because the account has too many spans that have started but not ended. Check that the program ends its spans. A span without updates is stored after a few minutes.`,
  })),
  unpriced,
  about('late_update', (count) => ({
    code: 'late_update',
    values: { updates: count },
    message: `${many(count, 'update')} arrived for spans that were already stored, and changed nothing: a span is stored once it has begun and ended. Send everything about a span before its end, or with it; scores can come at any time.`,
  })),
  about('reserved_tag', (count, example) => ({
    code: 'reserved_tag',
    values: { tags: count, tag: example },
    message: `Tags that begin with tracewell. were dropped (${count}, the latest ${example}): only the service sets them. The records are stored without them; give the tags another name.`,
  })),
];

export function hintsFor(facts: HintFacts): Hint[] {
  const seen = seenIn(facts.sources);
  return HINTS.map((hint) => hint(facts, seen))
    .filter((hint) => hint !== null)
    .slice(0, MAX_HINTS);
}
