import { call } from './api.js';
import { byId } from './element.js';
import { addReveal, onSubmit } from './form.js';
import { tokenOfLink } from './link-token.js';

const token = tokenOfLink();

addReveal();
byId('claim').hidden = token === null;
byId('about').hidden = token === null;
byId('no-token').hidden = token !== null;
onSubmit(byId('claim'), async ({ name, email, password }) => {
  await call('POST', '/v1/auth/claim', { token, name, email, password });
  location.replace('/');
});
if (token !== null) byId('name').focus();
