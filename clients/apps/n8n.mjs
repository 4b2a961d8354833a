// A started n8n runs a workflow of AI nodes for a webhook, as it does for its users.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CREDENTIALS, WORKFLOW } from './n8n-workflow.mjs';
import { freePort } from './service.mjs';

const N8N = path.join(process.env.N8N_FOLDER, 'node_modules/n8n/bin/n8n');
const START_MS = 90_000;
const SEND_MS = 8_000;

const folder = mkdtempSync(path.join(tmpdir(), 'n8n-'));
const port = await freePort();
const env = {
  ...process.env,
  N8N_USER_FOLDER: folder,
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_RUNNERS_BROKER_PORT: String(await freePort()),
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
};
const start = (...args) =>
  spawn(process.execPath, [N8N, ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });

async function command(...args) {
  const [code] = await once(start(...args), 'close');
  if (code !== 0) throw new Error(`n8n ${args[0]} ended with ${code}`);
}

function written(name, value) {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return `--input=${file}`;
}

async function post() {
  for (const until = Date.now() + START_MS; ; await pause(500)) {
    const reply = await fetch(`http://127.0.0.1:${port}/webhook/ask`, { method: 'POST' }).catch(() => null);
    const text = (await reply?.text()) ?? '';
    // Before the workflow is active, n8n answers with a page or does not know the path.
    if (reply?.ok && text.startsWith('{')) return;
    if (Date.now() > until || reply?.status === 500) throw new Error(`The webhook answered: ${text}`);
  }
}

try {
  await command('import:credentials', written('credentials.json', CREDENTIALS));
  await command('import:workflow', written('workflow.json', WORKFLOW));
  await command('publish:workflow', `--id=${WORKFLOW[0].id}`);
  const service = start('start');
  const ended = once(service, 'close');
  await post();
  // Its exporters send, and send again, while it runs.
  await pause(SEND_MS);
  service.kill('SIGTERM');
  await ended;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
