import { call, currentSession } from './api.js';
import { byId } from './element.js';
import { addReveal, onSubmit } from './form.js';

// A fixed choice, never an address from outside: a link must not be able to send people elsewhere.
const next = new URLSearchParams(location.search).get('next') === 'invite' ? '/invite' : '/';

addReveal();
onSubmit(byId('sign-in'), async ({ email, password }) => {
  await call('POST', '/v1/auth/login', { email, password });
  location.replace(next);
});

// Who is signed in already has nothing to do here; a service that does not answer shows at the first try.
const session = await currentSession().catch(() => null);
if (session) location.replace(next);
else byId('email').focus();
