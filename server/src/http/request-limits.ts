// Request limits per minute for a key, a person and an account. Requests of running agents (records, gate
// checks, prompts) are limited by the quota instead.
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { Limiter } from '#lib/limiter';
import type { Context, Services } from '#core/context';
import type { Endpoint } from '#core/endpoint';
import { Meter, requireAllowed } from '#core/access/rate-limit';

const READ_LIMIT = { name: 'reads', limit: 600, windowMs: MINUTE_MS } as const;
/** A change costs a lock, a disk sync and a permanent audit entry. */
const CHANGE_LIMIT = { name: 'changes', limit: 300, windowMs: MINUTE_MS } as const;
/** More keys do not raise this limit. */
const ACCOUNT_CHANGE_LIMIT = { name: 'account-changes', limit: 1_200, windowMs: MINUTE_MS } as const;
/**
 * A burst of changes of one account takes only part of the event loop. A change that waits for something
 * else, such as another service, delays the next one only briefly.
 */
const CHANGE_TURNS = { perKey: 2, patienceMs: 250 };
const SHARE_MS = SECOND_MS;

type LimitedEndpoint = Pick<Endpoint, 'auth' | 'access' | 'readLimit' | 'limitedAs'>;

function kindOf({ auth, access, readLimit, limitedAs }: LimitedEndpoint): 'read' | 'change' | 'unlimited' {
  if (limitedAs !== undefined) return limitedAs;
  const scope = access?.scope ?? 'write';
  if (auth !== 'account' || readLimit === 'none' || scope === 'write:records') return 'unlimited';
  return scope === 'read' ? 'read' : 'change';
}

export class RequestLimits {
  readonly #reads: Meter;
  readonly #changes: Meter;
  readonly #accountChanges: Meter;
  readonly #turns = new Limiter(CHANGE_TURNS);

  constructor({ clock }: Services) {
    this.#reads = new Meter(clock, READ_LIMIT);
    this.#changes = new Meter(clock, CHANGE_LIMIT);
    this.#accountChanges = new Meter(clock, ACCOUNT_CHANGE_LIMIT);
  }

  /** Counts the request and throws a 429 beyond a limit. */
  count(endpoint: LimitedEndpoint, { actor, account }: Context): void {
    const kind = kindOf(endpoint);
    if (kind === 'read')
      requireAllowed(this.#reads.hit(actor.id), 'Too many requests: at most 600 reads a minute.');
    if (kind !== 'change') return;
    requireAllowed(this.#changes.hit(actor.id), 'Too many requests: at most 300 changes a minute.');
    requireAllowed(
      this.#accountChanges.hit(account.id),
      'Too many requests: at most 1,200 changes a minute for one account.',
    );
  }

  /** Changes of one account take turns. */
  inTurn<T>(endpoint: Endpoint, account: string, work: () => Promise<T>): Promise<T> {
    return kindOf(endpoint) === 'change' ? this.#turns.runAnyway(account, work) : work();
  }

  /** Several processes on one PostgreSQL share their counts. SQLite has one process. */
  share(app: FastifyInstance, { metadata, log }: Services): void {
    if (metadata.kind !== 'postgres') return;
    const meters = [this.#reads, this.#changes, this.#accountChanges];
    let sharing: Promise<unknown> | null = null;
    const timer = setInterval(() => {
      sharing ??= Promise.all(meters.map((meter) => meter.share(metadata)))
        .catch((error: unknown) => log.warn({ err: error }, 'request limits could not be shared'))
        .finally(() => (sharing = null));
    }, SHARE_MS);
    timer.unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await sharing;
    });
  }
}
