export type CheckStatus = 'ok' | 'warn' | 'fail';

export interface Check {
  name: string;
  status: CheckStatus;
  /** What was found, and where it is not well, what to do. */
  message: string;
}

export const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });
export const warn = (name: string, message: string): Check => ({ name, status: 'warn', message });
export const fail = (name: string, message: string): Check => ({ name, status: 'fail', message });
