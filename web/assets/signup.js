import { call } from './api.js';
import { byId } from './element.js';
import { addReveal, onSubmit } from './form.js';

addReveal();
onSubmit(byId('sign-up'), async ({ name, email, password, accountName }) => {
  const account = accountName.trim() === '' ? {} : { accountName };
  await call('POST', '/v1/auth/signup', { name, email, password, ...account });
  location.replace('/');
});
byId('name').focus();
