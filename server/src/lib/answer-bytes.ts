/** No answer has more. Stores ask for no more than this, endpoints leave out what does not fit, and http/ sends nothing larger. */
export const MAX_ANSWER_BYTES = 16 * 1_048_576;
