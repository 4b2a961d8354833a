export { setConsents } from './consents.ts';
export { Consents } from './schemas.ts';
