export { firstStart, type FirstStart } from './first-start.ts';
