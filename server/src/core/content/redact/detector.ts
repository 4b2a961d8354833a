// Declares a detector. The hints of all detectors are combined into one pass over a text; everything else
// runs only where a hint matches.

const REDACTION_KINDS = [
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

export interface TextRange {
  start: number;
  end: number;
}

/**
 * Redaction must be linear in the length of any text. So `hint` must not use unbounded repetition, and
 * `bounds` reads only a bounded part around the anchor, or a run that no other anchor of the detector can
 * reach.
 */
export interface Detector {
  kind: RedactionKind;
  /**
   * The characters that `hint` can match. They should be rare, because the engine skips to the next one
   * quickly.
   */
  anchors: string;
  /**
   * Source of a pattern that matches exactly one character, the anchor. The context goes into lookarounds.
   */
  hint: string;
  /** Start and end of the match, or null. `label` is the name of the field that has the text. */
  bounds(text: string, at: number, label: string): TextRange | null;
}
