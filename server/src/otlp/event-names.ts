// Events of spans that mean something: messages, results of evaluations, and exceptions.

/** The role of the message that an event of this name holds. */
export const MESSAGE_ROLES: ReadonlyMap<string, string> = new Map([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);
export const CHOICE = 'gen_ai.choice';
/** All messages in one event. */
export const DETAILS = 'gen_ai.client.inference.operation.details';
export const EVALUATION = 'gen_ai.evaluation.result';
/** The event that the SDKs record for an exception, whether or not the program went on. */
export const EXCEPTION = 'exception';

/** The conventions record it for an exception that ended the operation: `gen_ai.client.operation.exception`. */
export const isFatal = (name: string): boolean => name.endsWith(`.${EXCEPTION}`);

export const isSpanEvent = (name: string): boolean =>
  name === DETAILS ||
  name === CHOICE ||
  name === EVALUATION ||
  name === EXCEPTION ||
  MESSAGE_ROLES.has(name) ||
  isFatal(name);
