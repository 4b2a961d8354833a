// Two steps on one page: without a token it asks for a link, with one it sets the new password.
import { call } from './api.js';
import { byId, element } from './element.js';
import { addReveal, onSubmit } from './form.js';
import { tokenOfLink } from './link-token.js';

const token = tokenOfLink();
const form = byId(token === null ? 'request' : 'confirm');

function finish(...content) {
  form.hidden = true;
  byId('about').hidden = true;
  const done = byId('done');
  done.replaceChildren(...content);
  done.hidden = false;
  done.focus();
}

addReveal();
form.hidden = false;
if (token !== null) {
  byId('title').textContent = 'Choose a new password';
  byId('about').textContent = 'Setting it signs you out everywhere else.';
}

onSubmit(byId('request'), async ({ email }) => {
  await call('POST', '/v1/auth/password-reset', { email });
  finish(
    element(
      'div',
      { class: 'actions' },
      element('p', {}, 'If ', element('strong', {}, email), ' has an account here, a link is on its way.'),
      element(
        'p',
        { class: 'muted small' },
        'Nothing after a few minutes? Look into the spam folder. Where the service cannot send email, whoever runs it gets a link with ',
        element('code', {}, 'tracewell account reset-link'),
        '.',
      ),
    ),
  );
});

onSubmit(byId('confirm'), async ({ newPassword }) => {
  try {
    await call('POST', '/v1/auth/password-reset/confirm', { token, newPassword });
  } catch (error) {
    if (error.reason !== 'invalid_token') throw error;
    return finish(
      element(
        'div',
        { class: 'actions' },
        element('p', { class: 'notice bad', role: 'alert' }, error.message),
        element('a', { class: 'button main', href: '/reset' }, 'Ask for a new link'),
      ),
    );
  }
  finish(
    element(
      'div',
      { class: 'actions' },
      element('p', { class: 'notice' }, 'Your password is changed.'),
      element('a', { class: 'button main', href: '/signin' }, 'Sign in'),
    ),
  );
});
(token === null ? byId('email') : byId('newPassword')).focus();
