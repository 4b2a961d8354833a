// Calls to models by the service itself. There are no endpoints; runs, rules, proposals and probes use this.
export { objectIn, type JudgeCriterion } from './answer-form.ts';
export { exchange, type Bill, type Exchange, type LlmContext } from './ask.ts';
export { type Message, type Order } from './call-model.ts';
export { errorOf, generatorConfigured, judgeConfigured, judgeName, requireModel } from './configured.ts';
export { failed, type Failure, type FailureReason, type Role } from './failure.ts';
export { fenced, type Part } from './quote-untrusted.ts';
export { generate, type Generated, type GenerateOrder } from './generate.ts';
export { judge, type JudgeOrder, type Judgement } from './judge.ts';
export { labelsOf, type Label, type Labels } from './labels.ts';
export { materialOf, type JudgedContent } from './judge-input.ts';
export { modelSentences } from './sentences.ts';
export { plainText, stepsOf } from './conversation-steps.ts';
export { transcriptOf } from './transcript.ts';
