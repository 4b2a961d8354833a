// Shows a template with highlighted variables. The pattern is the same as in the service: no braces inside,
// at most 200 characters.
import { Fragment } from 'react';

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
/** A variable, or a reference to another prompt. */
const MARKED = /\{\{([^{}]{1,200})\}\}|@@@langfusePrompt:[^@\n]{1,500}@@@/g;

/** The variable names of a template, in order of first use. */
export const placeholdersIn = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(PLACEHOLDER)].map(([, inner = '']) => inner.trim()).filter((name) => name !== ''),
  ),
];

interface Piece {
  at: number;
  text: string;
  variable: boolean;
}

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of template.matchAll(MARKED)) {
    if (match.index > at) pieces.push({ at, text: template.slice(at, match.index), variable: false });
    pieces.push({ at: match.index, text: match[0], variable: match[1]?.trim() !== '' });
    at = match.index + match[0].length;
  }
  if (at < template.length) pieces.push({ at, text: template.slice(at), variable: false });
  return pieces;
}

export const TemplateText = ({ template }: { template: string }) => (
  <span className="wrap-anywhere whitespace-pre-wrap">
    {piecesOf(template).map(({ at, text, variable }) =>
      variable ? (
        <mark key={at} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">
          {text}
        </mark>
      ) : (
        <Fragment key={at}>{text}</Fragment>
      ),
    )}
  </span>
);
