/**
 * The size limit of an answer. Stores read no more, endpoints omit what does not fit, and http/ sends nothing
 * larger.
 */
export const MAX_ANSWER_BYTES = 16 * 1_048_576;
