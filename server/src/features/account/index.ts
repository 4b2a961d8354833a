export { setConsents } from './consents.ts';
export { ConsentSettings as Consents } from './schemas.ts';
