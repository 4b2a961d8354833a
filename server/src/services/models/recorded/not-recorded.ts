/** The answer of the recorded model to an input that is not part of the sample data. */
export const NOT_RECORDED = {
  code: 'not_recorded',
  message:
    'This is a recording that came with the sample data, not a model: it has no answer to this input. Add a model connection with a key to ask anything else.',
} as const;
