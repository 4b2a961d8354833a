export { removeProject } from './delete.ts';
