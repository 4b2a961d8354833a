const PYTHON = /^(?:\w+: )?Traceback \(most recent call last\)/;
/** LangChain writes the error in front of its trace, on the same line. */
const TRACE_BEGINS = /Traceback \(most recent call last\):?$/;
const FRAME = '\n  File "';
/** A line of a stack trace. */
const IS_FRAME = /^\s*(?:at |File ")/;

/**
 * The line of an error that says what happened. Most stack traces begin with it; those of Python end with it. Empty if the
 * error is a stack trace that was cut before it.
 */
export function errorHeadline(error: string): string {
  const text = error.trim();
  if (PYTHON.test(text)) {
    const lastFrame = text.lastIndexOf(FRAME);
    const after = text.slice(lastFrame < 0 ? 0 : lastFrame + 1).split('\n');
    return (after.slice(1).find((line) => /^\S/.test(line)) ?? '').trim();
  }
  const end = text.indexOf('\n');
  if (end < 0) return text;
  const first = text.slice(0, end).trimEnd().replace(TRACE_BEGINS, '').trimEnd();
  // `Error:` alone says nothing.
  if (!first.endsWith(':')) return first;
  const rest = text.slice(end).trimStart();
  const next = /^[^\n]*/.exec(rest)?.[0] ?? '';
  return IS_FRAME.test(next) ? first : `${first} ${next.trimEnd()}`;
}
