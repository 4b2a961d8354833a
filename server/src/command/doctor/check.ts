type CheckStatus = 'ok' | 'warn' | 'fail';

export interface DoctorCheck {
  name: string;
  status: CheckStatus;
  /** What was found and, unless it is ok, what to do. */
  message: string;
}

export const ok = (name: string, message: string): DoctorCheck => ({ name, status: 'ok', message });
export const warn = (name: string, message: string): DoctorCheck => ({ name, status: 'warn', message });
export const fail = (name: string, message: string): DoctorCheck => ({ name, status: 'fail', message });
