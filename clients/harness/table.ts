// The table of docs/clients.md.
import type { Client } from './client.ts';
import { versionsOf } from './install.ts';

export interface ClientReport {
  client: Client;
  /** Null if it could not be run here. */
  differences: string[] | null;
}

/** In words, from what the scenario expects: nothing is claimed that is not compared. */
function checkedBy({ expected, resendsAfter }: Client): string {
  const { calls, spans = [], scores = [], files } = expected ?? { calls: [] };
  const some = (has: (call: (typeof calls)[number]) => unknown) => calls.some(has);
  return [
    `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, tokens, cost`,
    some((call) => call.cachedTokens) && 'cache',
    some((call) => call.reasoningTokens) && 'reasoning',
    some((call) => call.error) && 'errors',
    some((call) => call.input) && 'content',
    (spans.length > 0 || some((call) => call.above?.length)) && 'nesting',
    some((call) => call.userId) && 'user',
    some((call) => call.sessionId) && 'session',
    some((call) => call.tags) && 'tags',
    some((call) => call.promptName) && 'prompt',
    scores.length > 0 && 'scores',
    files && `${files.stored.length} files byte for byte`,
    resendsAfter !== null && 'a batch sent twice',
  ]
    .filter((word) => word !== false && word !== undefined)
    .join(', ');
}

const wordFor = (differences: string[] | null): string =>
  differences === null
    ? 'not run'
    : differences.length === 0
      ? 'passes'
      : `${differences.length} differences`;

export function tableOf(reports: readonly ClientReport[], today = new Date()): string {
  const day = today.toISOString().slice(0, 10);
  const rows = reports.map(({ client, differences }) =>
    [client.title, versionsOf(client), day, checkedBy(client), wordFor(differences)].join(' | '),
  );
  const head = ['client', 'version', 'day', 'compared', 'result'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |\n`).join('');
}
