import type { ProcessState } from '#core/context';
import { processState } from '#core/process-state';

/** The memory of a process without services, for functions that are called without an app. */
export const bareState = (): ProcessState =>
  processState(() => {
    throw new Error('This test has no services.');
  });
