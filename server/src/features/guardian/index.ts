export { countOpenFindings } from './summarize.ts';
