// The redaction metadata of a record, merged with what a client redacted before sending.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import type { RedactedAhead } from './redact-ahead.ts';
import type { RedactionCounts } from './redact-text.ts';

/** Incremented when the detectors change, to tell records apart by the detectors that checked them. */
export const REDACTION_VERSION = 1;

interface RedactionMetadata {
  version: number;
  total: number;
  kinds: Record<string, number>;
  fields: string[];
}

/** Counts redactions in one record. */
export class RedactionTally {
  total = 0;
  /** Null if no text was redacted ahead. */
  readonly ahead: RedactedAhead | null;
  // Most records need none of them, so they are made with the first find.
  #kinds: Record<string, number> | null = null;
  #fields: Set<string> | null = null;

  constructor(ahead: RedactedAhead | null = null) {
    this.ahead = ahead;
  }

  add(field: string, counts: RedactionCounts): void {
    const kinds = (this.#kinds ??= {});
    for (const [kind, count] of Object.entries(counts)) {
      kinds[kind] = (kinds[kind] ?? 0) + count;
      this.total += count;
    }
    (this.#fields ??= new Set()).add(field);
  }

  metadata(): RedactionMetadata {
    return {
      version: REDACTION_VERSION,
      total: this.total,
      kinds: { ...this.#kinds },
      fields: [...(this.#fields ?? [])],
    };
  }
}

/** The same for what was redacted later in the same record. */
export function addedMetadata(before: Json, more: Json): Json {
  if (!isObject(before) || !isObject(more)) return more ?? before;
  const { clientVersion: _ours, ...merged } = mergeMetadata(before, more as unknown as RedactionMetadata);
  return before['clientVersion'] === undefined
    ? merged
    : { ...merged, clientVersion: before['clientVersion'] };
}

const isCount = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/**
 * Adds counts and merges lists; other values of the client stay. `version` is ours, theirs becomes
 * `clientVersion`.
 */
export function mergeMetadata(client: Json, ours: RedactionMetadata): JsonObject {
  if (!isObject(client)) return client === null ? { ...ours } : { ...ours, client };
  const kinds: JsonObject = isObject(client['kinds']) ? { ...client['kinds'] } : {};
  for (const [kind, count] of Object.entries(ours.kinds)) {
    const before = kinds[kind];
    kinds[kind] = (isCount(before) ? before : 0) + count;
  }
  const fields = Array.isArray(client['fields']) ? client['fields'] : [];
  return {
    ...client,
    ...(client['version'] === undefined ? {} : { clientVersion: client['version'] }),
    version: ours.version,
    total: (isCount(client['total']) ? client['total'] : 0) + ours.total,
    kinds,
    fields: [...fields, ...ours.fields.filter((field) => !fields.includes(field))],
  };
}
