// The code blocks of the pages, and what the text around a block introduces.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Example {
  page: string;
  /** `docs/sdk.md:15`. */
  place: string;
  language: string;
  code: string;
}

export const textOf = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');

export function examplesIn(page: string): Example[] {
  const text = textOf(page);
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: language = '', 2: code = '', index }) => ({
    page,
    place: `${page}:${text.slice(0, index).split('\n').length}`,
    language,
    code,
  }));
}

const declares = (name: string) =>
  new RegExp(
    String.raw`\b(?:import[^;]*\b${name}\b[^;]*from|(?:const|let|function|class)\s+${name}\b|const \{[^}]*\b${name}\b[^}]*\} =)`,
  );

/** The declarations of the names that a block uses and does not declare. */
export const declarationsFor = (code: string, around: Readonly<Record<string, string>>): string =>
  Object.entries(around)
    .filter(
      ([name]) =>
        new RegExp(String.raw`(?<![.\w'"])${name}\b(?!['":])`).test(code) && !declares(name).test(code),
    )
    .map(([, declaration]) => declaration)
    .join('\n');
