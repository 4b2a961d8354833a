// The hint that all number detectors share, so that it is tried once per digit.

/** Six more digits close together, or three more parts with dots. */
const MANY_DIGITS = '(?:[ ().\\/-]{0,3}\\d){6}|\\d{0,2}\\.\\d{1,3}\\.\\d{1,3}\\.\\d';
/** The most common long number is a date: `2026-05-31`. */
const DATE = '(?:(?<=1)9|(?<=2)0)\\d\\d-\\d\\d\\D';
/** After the country of an IBAN. */
const IBAN = '(?<=(?<!\\w)[A-Za-z]{2}\\d)(?=\\d[ -]?[A-Za-z0-9]{4})';

export const atNumber = {
  anchors: '0123456789',
  hint: `\\d(?:(?<!\\w\\d)(?!${DATE})(?=${MANY_DIGITS})|${IBAN})`,
};
