// Finds the position where a text stops being JSON. The engine's own messages quote the text and often omit
// the position.

const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** Counted from 1; one beyond the end if something is missing there; null if the text is JSON. */
export function jsonFaultAt(text: string): number | null {
  /** Open brackets: `]` or `}`. */
  const open: string[] = [];
  let at = 0;
  let want: 'value' | 'first' | 'key' | 'next' = 'value';
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const part = pattern.exec(text)?.[0] ?? '';
    at += part.length;
    return part;
  };
  for (;;) {
    take(SPACE);
    const char = text[at] ?? '';
    const closes = open.at(-1);
    if (want === 'next') {
      if (closes === undefined) return at < text.length ? at + 1 : null;
      if (char === closes) open.pop();
      else if (char === ',') want = closes === '}' ? 'key' : 'value';
      else return at + 1;
      at += 1;
    } else if (want === 'first' && char === closes) {
      open.pop();
      at += 1;
      want = 'next';
    } else if (want === 'key' || (want === 'first' && closes === '}')) {
      if (char !== '"' || take(SCALAR) === '') return at + 1;
      take(SPACE);
      if (text[at] !== ':') return at + 1;
      at += 1;
      want = 'value';
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      at += 1;
      want = 'first';
    } else {
      if (take(SCALAR) === '') return at + 1;
      want = 'next';
    }
  }
}
