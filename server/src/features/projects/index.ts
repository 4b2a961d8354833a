export { addProject } from './create.ts';
export { removeProject } from './delete.ts';
