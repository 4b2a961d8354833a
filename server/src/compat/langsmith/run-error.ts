// The error of a run is one text: a message, its stack, or both. Python's stack begins with the oldest call
// and ends with the message; LangChain for Python repeats the message before each call.

export interface RunError {
  message: string;
  type: string | undefined;
  status: number | undefined;
  stack: string | undefined;
}

const JS_STACK = /\n\s+at /;
const PYTHON_STACK = 'Traceback (most recent call last)';

const TYPE = /^\s*(?:[\w.]+\.)?([A-Z]\w*(?:Error|Exception|Timeout|Interrupt|Exit)|Error|Exception)\b/;
/** `Error: 429 …`, `RateLimitError('Error code: 429 - …')`, `status code 503`. */
const STATUS = /(?:^[\w.]*(?:Error|Exception): |[Ee]rror code: |status(?: ?code)?:? )([45]\d{2})\b/;

export function readError(text: string): RunError {
  const at = stackAt(text);
  const before = (at < 0 ? text : text.slice(0, at)).trim();
  const message = before === '' ? lastLine(text) : once(before);
  const status = STATUS.exec(message)?.[1];
  return {
    message,
    type: TYPE.exec(message)?.[1],
    status: status === undefined ? undefined : Number(status),
    stack: at < 0 ? undefined : text.slice(at).trim(),
  };
}

/** LangChain for JavaScript writes the message, and then the stack with the same message in front. */
function once(text: string): string {
  const at = text.lastIndexOf('\n\n');
  const last = at < 0 ? '' : text.slice(at + 2);
  return last !== '' && last.endsWith(text.slice(0, at)) ? last : text;
}

function stackAt(text: string): number {
  const python = text.indexOf(PYTHON_STACK);
  return python >= 0 ? python : text.search(JS_STACK);
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)?.trim() ?? '';
