// The start of somebody who is signed in: whose account this is, how to send records, and the keys to do it with.
import { call, currentSession } from './api.js';
import { whileBusy } from './busy.js';
import { addCopyButtons } from './copy.js';
import { byId, element, errorNotice } from './element.js';
import { showKeys } from './keys.js';
import { writeSnippets } from './snippets.js';

const PLANS = { free: 'Free', pro: 'Pro', team: 'Team' };

function fail(error, again) {
  byId('waiting').hidden = true;
  const retry = element('button', { class: 'slight', type: 'button', onclick: again }, 'Try again');
  byId('failure').replaceChildren(errorNotice(error, element('p', {}, retry)));
}

function showAccount({ user, account, role }) {
  byId('account-name').textContent = account.name;
  byId('plan').textContent = `${PLANS[account.plan] ?? account.plan} plan`;
  byId('person').textContent = `${user.name} · ${user.email} · ${role}`;
  document.title = `${account.name} · Tracewell`;
  for (const id of ['plan', 'send', 'sign-out']) byId(id).hidden = false;
}

function signOut() {
  void whileBusy(byId('sign-out'), async () => {
    try {
      await call('POST', '/v1/auth/logout');
      location.replace('/signin');
    } catch (error) {
      fail(error, signOut);
    }
  });
}

async function load() {
  byId('failure').replaceChildren();
  byId('waiting').hidden = false;
  try {
    const session = await currentSession();
    if (!session) return location.replace('/signin');
    byId('waiting').hidden = true;
    showAccount(session);
    await showKeys(session.role);
  } catch (error) {
    fail(error, () => void load());
  }
}

// Going back after signing out must not bring the page back as it was, with a key on it.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
byId('sign-out').addEventListener('click', signOut);
writeSnippets();
addCopyButtons();
await load();
