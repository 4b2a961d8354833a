// Exit codes of `tracewell gate`. Builds act on them, so 1 means only a regression.
export const EXIT = { pass: 0, regression: 1, input: 2, service: 3, late: 4 } as const;

/** Why a command could not do its work. The exit code is that of the gate. */
export class Fault extends Error {
  readonly exit: 2 | 3 | 4;
  readonly reason: string;
  /** Status of the answer, if there was one. */
  readonly status: number | null;

  constructor(exit: 2 | 3 | 4, reason: string, message: string, status: number | null = null) {
    super(message);
    this.name = 'Fault';
    this.exit = exit;
    this.reason = reason;
    this.status = status;
  }

  /** The same request may succeed later. */
  get isOfService(): boolean {
    return this.exit === EXIT.service;
  }
}

export const wrongInput = (reason: string, message: string, status?: number) =>
  new Fault(EXIT.input, reason, message, status);
export const serviceFault = (reason: string, message: string, status?: number) =>
  new Fault(EXIT.service, reason, message, status);

/** Never maps an error to 1, which would read as a regression. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return serviceFault('internal_error', message);
}
