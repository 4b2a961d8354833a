// Projects that clients name: found by name, and created at first sight.
export { namedProjects, type NamedProjects } from './named-projects.ts';
export { addProject } from './add-project.ts';
