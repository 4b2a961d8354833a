export { deleteOwnProject, removeProject } from './delete.ts';
