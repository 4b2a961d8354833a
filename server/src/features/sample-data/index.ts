export { loadDemoSample } from './load-demo.ts';
