import { beginsNumber, endsNumber, isDigit, leadOf } from './characters.ts';
import { atNumber } from './at-number.ts';
import type { Detector } from './detector.ts';

const FORM = /(\d{3})([ -]?)(\d{2})\2(\d{4})/y;
// With hyphens the format is clear. Nine digits in a row can be anything, unless the words before them say
// so.
const SAID = /(?:\bSSN\b|[Ss]sn\b|social.{0,10}sec)[^\d\n]{0,20}$/i;

export const usSsn: Detector = {
  kind: 'us_ssn',
  ...atNumber,
  bounds(text, at, label) {
    if (!isDigit(text.charCodeAt(at + 2)) || !beginsNumber(text, at)) return null;
    FORM.lastIndex = at;
    const [found, area, separator, group, serial] = FORM.exec(text) ?? [];
    if (found === undefined || area === undefined || !endsNumber(text, at + found.length)) return null;
    if (area === '000' || area === '666' || area >= '900' || group === '00' || serial === '0000') return null;
    if (separator !== '-' && !SAID.test(leadOf(text, at, label))) return null;
    return { start: at, end: at + found.length };
  },
};
