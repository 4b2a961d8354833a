export { loadDemoSample } from './load.ts';
