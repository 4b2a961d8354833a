export { answerItem } from './answers/answer.ts';
export { addToQueue } from './items/add.ts';
export { listQueueItems } from './items/present.ts';
export { createQueue } from './queues.ts';
