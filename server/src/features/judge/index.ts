// Models that the service itself asks. No endpoints: runs, rules, proposals and probes come here.
export { objectIn, type JudgeCriterion } from './answer-form.ts';
export { exchange, type Bill, type Exchange, type LlmContext } from './ask.ts';
export { type Message, type Order } from './call-model.ts';
export { errorOf, generatorConfigured, judgeConfigured, judgeName, requireModel } from './configured.ts';
export { failed, type Failure, type FailureReason, type Role } from './failure.ts';
export { fenced, type Part } from './fence.ts';
export { generate, type Generated, type GenerateOrder } from './generate.ts';
export { judge, type JudgeOrder, type Judgement } from './judge.ts';
export { labelsOf, type Label, type Labels } from './labels.ts';
export { materialOf, type JudgedContent } from './material.ts';
export { modelSentences } from './sentences.ts';
export { plainText, stepsOf } from './steps.ts';
export { transcriptOf } from './transcript.ts';
