// A started Open WebUI answers questions of its web page. The Langfuse filter runs in a started pipelines server, as Open
// WebUI's documentation sets it up.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, until } from './service.mjs';

const INSTALLED = process.env.OPEN_WEBUI_FOLDER;
const PIPELINES = path.join(INSTALLED, 'pipelines');
const PIPELINES_KEY = '0p3n-w3bu!';
const QUESTION = 'What is the capital of France?';
const MODELS = ['gpt-4o-mini', 'qwen-max'];
const START_MS = 180_000;
const ANSWER_MS = 30_000;
const SEND_MS = 8_000;

const folder = mkdtempSync(path.join(tmpdir(), 'open-webui-'));
const [port, pipelinesPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const pipelinesUrl = `http://127.0.0.1:${pipelinesPort}`;

function start(command, args, cwd, env) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { child, ended: once(child, 'close') };
}

/** The filter's values come from its variables, as a user could also type them in. */
function startPipelines() {
  const filters = path.join(folder, 'filters');
  mkdirSync(filters);
  copyFileSync(
    path.join(PIPELINES, 'examples/filters/langfuse_filter_pipeline.py'),
    path.join(filters, 'langfuse_filter_pipeline.py'),
  );
  const args = ['-m', 'uvicorn', 'main:app', '--host', '127.0.0.1', '--port', String(pipelinesPort)];
  return start(path.join(PIPELINES, '.venv/bin/python'), args, PIPELINES, {
    PIPELINES_DIR: filters,
    PIPELINES_API_KEY: PIPELINES_KEY,
  });
}

const startOpenWebUi = () =>
  start(
    path.join(INSTALLED, '.venv/bin/open-webui'),
    ['serve', '--host', '127.0.0.1', '--port', String(port)],
    folder,
    {
      DATA_DIR: folder,
      WEBUI_AUTH: 'false',
      WEBUI_SECRET_KEY: 'a secret of the client tests',
      ENABLE_OLLAMA_API: 'false',
      OFFLINE_MODE: 'true',
      // Its own embeddings would load models.
      RAG_EMBEDDING_ENGINE: 'openai',
      OPENAI_API_BASE_URLS: `${process.env.OPENAI_BASE_URL};${pipelinesUrl}`,
      OPENAI_API_KEYS: `${process.env.OPENAI_API_KEY};${PIPELINES_KEY}`,
      OPENAI_API_CONFIGS: JSON.stringify({ 0: { model_ids: MODELS } }),
    },
  );

async function ask(method, place, token, body) {
  const reply = await fetch(url + place, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${place} was answered ${reply.status}: ${text}`);
  return JSON.parse(text);
}

/** The request of the web page for the first question of a new chat. */
async function chat(token, model) {
  const [question, answer] = [randomUUID(), randomUUID()];
  const message = { role: 'user', content: QUESTION };
  const { chat_id: chatId } = await ask('POST', '/api/chat/completions', token, {
    model,
    stream: true,
    // The page asks for the counts if the model has `Usage` switched on.
    stream_options: { include_usage: true },
    messages: [message],
    parent_id: null,
    id: answer,
    session_id: randomUUID(),
    user_message: {
      id: question,
      parentId: null,
      childrenIds: [],
      timestamp: 1,
      models: [model],
      ...message,
    },
    background_tasks: { title_generation: true },
  });
  await until(`The answer of ${model}`, ANSWER_MS, async () => {
    const { chat: stored } = await ask('GET', `/api/v1/chats/${chatId}`, token);
    return stored.history.messages[answer]?.done || undefined;
  });
}

const services = [];
try {
  services.push(startPipelines());
  await until('The start of pipelines', START_MS, async () => (await fetch(pipelinesUrl)).ok || undefined);
  services.push(startOpenWebUi());
  const { token } = await until('The start of Open WebUI', START_MS, () =>
    ask('POST', '/api/v1/auths/signin', '', { email: '', password: '' }),
  );
  await ask('GET', '/api/models', token);
  for (const model of MODELS) await chat(token, model);
  // Exporters send, and send again, while the services run.
  await pause(SEND_MS);
} finally {
  for (const { child } of services) child.kill('SIGTERM');
  await Promise.all(services.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
}
