export { addProject } from './create.ts';
export { removeProject } from './delete.ts';
export { nameTaken } from './name-taken.ts';
