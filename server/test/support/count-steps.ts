// Counts how many characters of a text a function reads, instead of measuring time: the number is the same on
// every machine, however busy. It counts what goes through methods of strings and regular expressions; it
// does not see `text[index]` in a loop.

type Method = (...args: never[]) => unknown;

const READS: Record<string, (text: string, args: unknown[], result: unknown) => number> = {
  charCodeAt: () => 1,
  codePointAt: () => 1,
  slice: (_text, _args, result) => (result as string).length,
  substring: (_text, _args, result) => (result as string).length,
  startsWith: (_text, [prefix]) => String(prefix).length,
  endsWith: (_text, [suffix]) => String(suffix).length,
  indexOf: (text, [sought, from], result) =>
    ((result as number) < 0 ? text.length : (result as number) + String(sought).length) - Number(from ?? 0),
  lastIndexOf: (text) => text.length,
  includes: (text) => text.length,
  split: (text) => text.length,
  trim: (text) => text.length,
  toLowerCase: (text) => text.length,
  toUpperCase: (text) => text.length,
  normalize: (text) => text.length,
};

/**
 * From where a pattern was tried to where it matched, or to the end. A sticky pattern reads only what its
 * source allows.
 */
function readBy(pattern: RegExp, text: string, before: number, matched: boolean): number {
  if (pattern.sticky) return Math.max(1, pattern.lastIndex - before);
  if (pattern.global) return (matched ? pattern.lastIndex : text.length) - before;
  return text.length;
}

interface Steps {
  count: number;
  /** Sources of the patterns that were moved along a text. */
  moved: Set<string>;
}

export function countSteps(work: () => void): Steps {
  const steps: Steps = { count: 0, moved: new Set() };
  const strings = String.prototype as unknown as Record<string, Method>;
  const restore: (() => void)[] = [];
  const replace = (target: object, name: string, made: (original: Method) => Method): void => {
    const original = (target as Record<string, Method>)[name] as Method;
    Object.defineProperty(target, name, { value: made(original), configurable: true, writable: true });
    restore.push(() =>
      Object.defineProperty(target, name, { value: original, configurable: true, writable: true }),
    );
  };
  for (const [name, read] of Object.entries(READS)) {
    replace(
      strings,
      name,
      (original) =>
        function (this: string, ...args: never[]) {
          const result = Reflect.apply(original, this, args);
          steps.count += Math.max(1, read(this, args, result));
          return result;
        } as Method,
    );
  }
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function (this: RegExp, ...args: never[]) {
        const before = this.lastIndex;
        const found = Reflect.apply(original, this, args) as unknown;
        if (this.sticky || this.global) steps.moved.add(this.source);
        steps.count += readBy(this, String(args[0]), before, found !== null);
        return found;
      },
  );
  try {
    work();
  } finally {
    for (const undo of restore) undo();
  }
  return steps;
}

/** True for a repetition without an upper bound, outside of classes and escapes. */
export const isUnbounded = (source: string): boolean =>
  /[*+]|\{\d+,\}/.test(source.replaceAll(/\\u[0-9A-F]{4}|\\./gi, '_').replaceAll(/\[[^\]]*\]/g, '_'));
