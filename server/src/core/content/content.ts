import type { Json, JsonObject } from '#records';

/** An absent field was absent or null in the record, or is completely in the narrow record. */
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
