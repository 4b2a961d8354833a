// Whoever is signed in accepts with one click; a newcomer says a name and a password, and becomes a user with it.
import { call, currentSession } from './api.js';
import { byId, element, errorNotice } from './element.js';
import { addReveal, onSubmit } from './form.js';
import { tokenOfLink } from './link-token.js';

// Kept over the way to the sign-in page and back, in this tab only.
const KEPT = 'tracewell.invitation';
const token = tokenOfLink() ?? sessionStorage.getItem(KEPT);

function askWho(text) {
  byId('about').textContent = text;
  byId('accept').hidden = true;
  byId('join').hidden = false;
  byId('name').focus();
}

/** The invitation is for somebody who is a user, and another one is signed in, or nobody. */
function askSignIn(refusal) {
  const signIn = async () => {
    await call('POST', '/v1/auth/logout').catch(() => null);
    location.assign('/signin?next=invite');
  };
  for (const id of ['join', 'accept', 'have-account']) byId(id).hidden = true;
  const button = element(
    'button',
    { class: 'main', type: 'button', onclick: () => void signIn() },
    'Sign in',
  );
  byId('about').replaceChildren(errorNotice(refusal), element('span', { class: 'actions' }, button));
  button.focus();
}

async function accept(extra) {
  try {
    await call('POST', '/v1/team/invitations/accept', { token, ...extra });
  } catch (error) {
    if (error.reason === 'sign_in_first') return askSignIn(error);
    if (error.reason === 'name_and_password_required') {
      return askWho(
        'The invitation is for another email than the one you are signed in with. Join as that person:',
      );
    }
    throw error;
  }
  sessionStorage.removeItem(KEPT);
  location.replace('/');
}

async function show() {
  if (token === null) {
    byId('about').hidden = true;
    byId('no-token').hidden = false;
    return;
  }
  sessionStorage.setItem(KEPT, token);
  const session = await currentSession();
  if (session) {
    byId('about').replaceChildren(
      'You are signed in as ',
      element('strong', {}, session.user.email),
      '. Accepting adds you to the account that invited you.',
    );
    byId('accept').hidden = false;
    return;
  }
  byId('have-account').hidden = false;
  askWho('Say who you are, and you are in. Your email is the one that was invited.');
}

addReveal();
onSubmit(byId('join'), ({ name, password }) => accept({ name, password }));
onSubmit(byId('accept'), () => accept({}));
try {
  await show();
} catch (error) {
  byId('about').replaceChildren(errorNotice(error));
} finally {
  byId('waiting').hidden = true;
}
