// An export holds a connection of the engine for as long as its reader takes. An account has one export at a
// time. The process has as many as the engine has connections for exports.
import { AppError } from '#lib/app-error';
import { Limiter, type Release } from '#lib/limiter';

interface ExportSlotOptions {
  atOnce: number;
  /** How long to wait for a slot. */
  patienceMs: number;
}

export class ExportSlots {
  readonly #perAccount = new Limiter({ perKey: 1 });
  readonly #all: Limiter;

  constructor({ atOnce, patienceMs }: ExportSlotOptions) {
    this.#all = new Limiter({ total: atOnce, patienceMs });
  }

  async enter(account: string): Promise<Release> {
    const leaveAccount = this.#perAccount.takeNow(account);
    if (!leaveAccount) throw running();
    const leave = await this.#all.take(account);
    if (leave) {
      return () => {
        leaveAccount();
        leave();
      };
    }
    leaveAccount();
    throw busy();
  }
}

const running = () =>
  new AppError(
    'too_many_requests',
    'export_running',
    'An export of this account is still running. Wait until it ends, or cancel it.',
    { retryAfterSeconds: 5 },
  );

const busy = () =>
  new AppError('unavailable', 'export_busy', 'Too many exports are running. Try again shortly.', {
    retryAfterSeconds: 5,
  });
