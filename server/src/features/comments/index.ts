export { countUnreadMentions } from './comments.ts';
