// The hint that all detectors of numbers share, so that it is tried once for each digit.

/** Six more digits with little between them, or three more parts with dots. */
const MANY_DIGITS = '(?:[ ().\\/-]{0,3}\\d){6}|\\d{0,2}\\.\\d{1,3}\\.\\d{1,3}\\.\\d';
/** The commonest long number in any text is a date: `2026-05-31`. */
const DATE = '(?:(?<=1)9|(?<=2)0)\\d\\d-\\d\\d\\D';
/** Behind the country of an IBAN. */
const IBAN = '(?<=(?<!\\w)[A-Za-z]{2}\\d)(?=\\d[ -]?[A-Za-z0-9]{4})';

export const atNumber = {
  anchors: '0123456789',
  hint: `\\d(?:(?<!\\w\\d)(?!${DATE})(?=${MANY_DIGITS})|${IBAN})`,
};
