// match() and search() of JSONPath on RE2. Their patterns are I-Regexps (RFC 9485), which RE2 reads unchanged
// except for the dot, which must not match line ends. An invalid pattern selects nothing (RFC 9535).
import type { RE2JS } from 're2js';
import { RubricError } from './evaluator.ts';
import { compileRe2 } from './re2.ts';

const MAX_PATTERNS = 64;

export function regexFunction(name: 'match' | 'search'): (text: unknown, pattern: unknown) => boolean {
  // Patterns may come from the output, so there may be many.
  const known = new Map<string, RE2JS | null>();
  return (text, pattern) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    let compiled = known.get(pattern);
    if (compiled === undefined) {
      compiled = tryCompile(name === 'match' ? `^(?:${withDots(pattern)})$` : withDots(pattern));
      if (known.size >= MAX_PATTERNS) known.clear();
      known.set(pattern, compiled);
    }
    return compiled?.test(text) ?? false;
  };
}

function tryCompile(pattern: string): RE2JS | null {
  try {
    return compileRe2(pattern);
  } catch (error) {
    if (error instanceof RubricError) return null;
    throw error;
  }
}

const withDots = (pattern: string): string =>
  pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? '[^\\n\\r]' : part));
