import type { Json, JsonObject } from '#records';

/** A member that is absent was absent in the record, or null, or all of it is in the narrow record. */
export interface Content {
  input?: Json;
  output?: Json;
  systemInstructions?: Json;
  toolCalls?: Json;
  attributes?: JsonObject;
  /** Other members of `requestMeta`. */
  requestMeta?: JsonObject;
  error?: string;
  errorDetails?: Json;
  redactionMetadata?: Json;
}
