export { selectMadeFrom } from './forget-calls.ts';
export { isGeneratedCall } from './execute/generated-call.ts';
