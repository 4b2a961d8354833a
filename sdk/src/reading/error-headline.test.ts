import { expect, it } from 'vitest';
import { errorHeadline } from './error-headline.ts';

const PYTHON = `Traceback (most recent call last):
  File "/app/agent.py", line 12, in run
    return search(query)
  File "/app/search.py", line 3, in search
    raise ValueError(f"bad {query}")
`;

it.each([
  ['timeout', 'timeout'],
  ['  429 Too Many Requests\n', '429 Too Many Requests'],
  [
    'TypeError: x is not a function\n    at run (/app/a.js:1:2)\n    at main',
    'TypeError: x is not a function',
  ],
  [`${PYTHON}ValueError: bad cats`, 'ValueError: bad cats'],
  [
    `${PYTHON}ValidationError: 1 validation error for Query\nfield\n  Input should be a text`,
    'ValidationError: 1 validation error for Query',
  ],
  [
    `${PYTHON}KeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\n${PYTHON}ValueError: bad`,
    'ValueError: bad',
  ],
  [`ValueError('bad cats')${PYTHON}ValueError: bad cats`, "ValueError('bad cats')"],
  [PYTHON, ''],
  ['Traceback (most recent call last):', ''],
  ['Error:\n\nrate limit exceeded\nmore', 'Error: rate limit exceeded'],
  ['Error:\n    at run (/app/a.js:1:2)', 'Error:'],
  ['', ''],
])('%j', (error, headline) => {
  expect(errorHeadline(error)).toBe(headline);
});
