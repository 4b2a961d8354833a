export { sendMedia } from './send.ts';
