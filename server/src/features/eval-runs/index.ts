export { selectMadeFrom } from './forget-calls.ts';
export { isGeneratedCall } from './execute/load-calls.ts';
