// The API keys of the account: listed, made (the secret is shown once), revoked.
import { call } from './api.js';
import { copyButton } from './copy.js';
import { byId, element, errorNotice, moment } from './element.js';
import { onSubmit } from './form.js';
import { writeSnippets } from './snippets.js';

const DAY_MS = 86_400_000;
const SCOPES = { read: 'read', 'write:records': 'send records', write: 'change settings' };

let projects = [];

const say = (text) => (byId('key-news').textContent = text);

const scopeText = (scopes) =>
  `May ${scopes === null ? 'do everything' : scopes.map((scope) => SCOPES[scope] ?? scope).join(' and ')}`;

function expiry({ expiresAt }) {
  if (expiresAt === null) return null;
  const over = Date.parse(expiresAt) <= Date.now();
  return element('span', over ? { class: 'over' } : {}, over ? 'Expired ' : 'Expires ', moment(expiresAt));
}

function row(key) {
  const project = projects.find(({ id }) => id === key.projectId);
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'title' },
      element('strong', {}, key.name),
      element('code', { class: 'muted' }, key.hint),
    ),
    element(
      'div',
      { class: 'facts' },
      element('span', {}, scopeText(key.scopes)),
      project ? element('span', {}, `Project ${project.name}`) : null,
      element('span', {}, 'Made ', moment(key.createdAt)),
      key.lastUsedAt === null
        ? element('span', {}, 'Not used yet')
        : element('span', {}, 'Last used ', moment(key.lastUsedAt)),
      expiry(key),
    ),
    element(
      'button',
      {
        class: 'slight revoke',
        type: 'button',
        'aria-label': `Revoke ${key.name}`,
        onclick: () => askRevoke(key),
      },
      'Revoke',
    ),
  );
}

async function refresh() {
  const place = byId('key-list');
  try {
    const { apiKeys } = await call('GET', '/v1/api-keys');
    place.replaceChildren(
      apiKeys.length === 0
        ? element('p', { class: 'nothing' }, 'No keys yet. Create one, and your programs can send records.')
        : element('ul', { class: 'keys' }, ...apiKeys.toReversed().map(row)),
    );
  } catch (error) {
    const again = element(
      'button',
      { class: 'slight', type: 'button', onclick: () => void refresh() },
      'Try again',
    );
    place.replaceChildren(errorNotice(error, element('p', {}, again)));
  }
}

function showSecret({ name, apiKey }) {
  const place = byId('new-secret');
  const dismiss = () => {
    place.replaceChildren();
    place.hidden = true;
    byId('keys-title').focus();
  };
  place.replaceChildren(
    element('h3', { id: 'secret-title' }, `Keep “${name}” now`),
    element('p', {}, 'This is the only time the key is shown. Put it where your program reads its secrets.'),
    element(
      'div',
      { class: 'secret' },
      element('code', {}, apiKey),
      copyButton(' the key', () => apiKey),
      element('button', { class: 'slight', type: 'button', onclick: dismiss }, 'I have it'),
    ),
  );
  place.hidden = false;
  place.focus();
}

async function create({ name, access, projectId, expiry }) {
  const made = await call('POST', '/v1/api-keys', {
    name,
    scopes: access === '' ? null : access.split(' '),
    projectId: projectId || null,
    expiresAt: expiry === '' ? null : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString(),
  });
  byId('create-dialog').close();
  byId('create-form').reset();
  writeSnippets(made.apiKey);
  showSecret(made);
  await refresh();
}

let revoking = null;

function askRevoke(key) {
  revoking = key;
  byId('revoke-title').textContent = `Revoke “${key.name}”?`;
  byId('revoke-form').querySelector('.live').replaceChildren();
  byId('revoke-dialog').showModal();
}

async function revoke() {
  try {
    await call('DELETE', `/v1/api-keys/${encodeURIComponent(revoking.id)}`);
  } catch (error) {
    // Somebody else was faster: what was wanted is so.
    if (error.status !== 404) throw error;
  }
  byId('revoke-dialog').close();
  await refresh();
  say(`“${revoking.name}” is revoked.`);
  byId('keys-title').focus();
}

async function loadProjects() {
  const answer = await call('GET', '/v1/projects').catch(() => ({ projects: [] }));
  projects = answer.projects;
  if (projects.length < 2) return;
  byId('projectId').replaceChildren(
    element('option', { value: '' }, 'All projects'),
    ...projects.map(({ id, name }) => element('option', { value: id }, name)),
  );
  byId('project-input').hidden = false;
}

export async function showKeys(role) {
  byId('keys').hidden = false;
  if (role !== 'owner' && role !== 'admin') {
    const text = `Owners and admins manage the keys; your role is ${role}. Ask one of them for a key.`;
    byId('key-list').replaceChildren(element('p', { class: 'nothing' }, text));
    return;
  }
  const open = byId('new-key');
  open.hidden = false;
  open.addEventListener('click', () => byId('create-dialog').showModal());
  for (const button of document.querySelectorAll('dialog [data-close]')) {
    button.addEventListener('click', () => button.closest('dialog').close());
  }
  onSubmit(byId('create-form'), create);
  onSubmit(byId('revoke-form'), revoke);
  await loadProjects();
  await refresh();
}
