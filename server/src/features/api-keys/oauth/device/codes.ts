// The two codes of a device login (RFC 8628). The program keeps the device code; a person reads the user code
// on one screen and compares or types it on another. Only hashes are stored.
import { randomInt } from 'node:crypto';
import { hashToken } from '#core/access/token';

/** Without vowels, so that no words appear, and without letters that look like digits (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;

const randomLetters = (): string =>
  Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** 20^8 codes. Guesses are limited (decide.ts), and a code is valid for minutes. */
export const newUserCode = (): string => `${randomLetters()}-${randomLetters()}`;

/** As people type it: in lower case, without the hyphen, with spaces. */
export const hashUserCode = (typed: string): string =>
  hashToken(`user-code:${typed.toUpperCase().replaceAll(/[^A-Z]/g, '')}`);

export const hashDeviceCode = (code: string): string => hashToken(`device-code:${code}`);
