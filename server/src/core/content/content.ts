import type { Json, JsonObject } from '#records';

/** A missing field was missing or null in the record, or is contained in full in the narrow record. */
export interface Content {
  input?: Json;
  output?: Json;
  systemInstructions?: Json;
  toolCalls?: Json;
  attributes?: JsonObject;
  /** Other fields of `requestMeta`. */
  requestMeta?: JsonObject;
  error?: string;
  errorDetails?: Json;
  redactionMetadata?: Json;
}
