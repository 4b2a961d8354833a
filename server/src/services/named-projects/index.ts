// Projects that clients name: found by name, and created on first use.
export { namedProjects, type NamedProjects } from './named-projects.ts';
export { addProject } from './add-project.ts';
