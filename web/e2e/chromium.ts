import { existsSync } from 'node:fs';

const PLACES = [
  // Needs a fifth less CPU time than the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const HOW_TO_GET_IT = `The tests of the dashboard drive a real browser, and none was found.
On Debian and Ubuntu, as root: apt-get install -y chromium-headless-shell fonts-noto-cjk
Or name the program of a Chromium or Chrome in TRACEWELL_TEST_CHROMIUM.`;

export function findChromium(): string {
  const named = process.env['TRACEWELL_TEST_CHROMIUM'];
  const found = [...(named ? [named] : []), ...PLACES].find((place) => existsSync(place));
  if (found === undefined) throw new Error(HOW_TO_GET_IT);
  return found;
}
