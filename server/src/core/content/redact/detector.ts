// What a detector is. All hints together are one pass over a text; only where one of them matches is anything else looked at.

export const REDACTION_KINDS = [
  'email',
  'phone',
  'credit_card',
  'iban',
  'ip_address',
  'api_key',
  'jwt',
  'private_key',
  'us_ssn',
  'my_number',
] as const;

export type RedactionKind = (typeof REDACTION_KINDS)[number];

export interface Span {
  start: number;
  end: number;
}

/**
 * Redaction must be linear in the text, whatever the text: `hint` may use no unbounded repetition, and `bounds` looks at a
 * bounded stretch around the anchor, or at a run that no other anchor of the detector can reach.
 */
export interface Detector {
  kind: RedactionKind;
  /** The characters that `hint` can match. Rare ones: the engine skips to the next of them many at a time. */
  anchors: string;
  /** Source of a pattern that matches exactly one character, the anchor; what is around it goes into lookarounds. */
  hint: string;
  /** Where the thing begins and ends, or null when it is none. `label` is the name of the field that holds the text. */
  bounds(text: string, at: number, label: string): Span | null;
}
