export { changeConsents, setConsents } from './consents.ts';
export { ConsentSettings } from './schemas.ts';
