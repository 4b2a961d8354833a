// LangSmith's clients expect UUIDs. Ours are other texts, so one is derived: the same each time.
import { createHash } from 'node:crypto';

export function uuidOf(id: string): string {
  const bytes = createHash('sha256').update(`langsmith:${id}`).digest().subarray(0, 16);
  // Version 8: made by the application.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
