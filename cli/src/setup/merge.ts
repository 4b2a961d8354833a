// Puts settings into a file that may have others. What cannot be merged safely is refused, never overwritten.
import { wrongInput } from '../service/fault.ts';
import { isFields, type Fields } from '../service/read.ts';
import type { AgentFile } from './agents.ts';

/** The new text of the file; equal to the old one if nothing changes. */
export function merged({ path, form, content }: AgentFile, before: string | null): string {
  if (before === null || before.trim() === '') return content;
  if (before.includes(content.trim())) return before;
  if (form === 'json') return mergedJson(path, before, content);
  return form === 'dotenv' ? mergedVariable(before, content) : withTable(path, before, content);
}

function mergedJson(path: string, before: string, content: string): string {
  let there: unknown;
  try {
    there = JSON.parse(before);
  } catch {
    // With comments, for example, which a rewrite would lose.
  }
  if (!isFields(there)) throw refused(path, 'is not plain JSON');
  const ours = JSON.parse(content) as Fields;
  const result = { ...there };
  for (const [name, value] of Object.entries(ours)) {
    const old = there[name];
    result[name] = isFields(value) && isFields(old) ? { ...old, ...value } : value;
  }
  const text = `${JSON.stringify(result, null, 2)}\n`;
  return JSON.stringify(result) === JSON.stringify(there) ? before : text;
}

function mergedVariable(before: string, content: string): string {
  const name = content.slice(0, content.indexOf('='));
  const kept = before
    .split('\n')
    .filter((line) => !new RegExp(String.raw`^\s*(export\s+)?${name}\s*=`).test(line))
    .join('\n');
  return `${kept === '' || kept.endsWith('\n') ? kept : `${kept}\n`}${content}`;
}

/** A table may be declared once, so an existing one needs a person. */
function withTable(path: string, before: string, content: string): string {
  const name = /^\[([\w.]+)\]/.exec(content)?.[1] ?? '';
  const parts = name.split('.').map((part) => `"?${part}"?`);
  const declared = new RegExp(String.raw`^\s*\[*\s*${parts.join(String.raw`\s*\.\s*`)}\s*[\].=]`, 'm');
  const inline = new RegExp(String.raw`^\s*${parts[0]}\s*=`, 'm');
  if (declared.test(before) || inline.test(before)) throw refused(path, `has settings for ${name} already`);
  return `${before.endsWith('\n') ? before : `${before}\n`}\n${content}`;
}

const refused = (path: string, why: string) =>
  wrongInput(
    'cannot_merge',
    `~/${path} ${why}. Run the command without --write, and paste the lines yourself.`,
  );
