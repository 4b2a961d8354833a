// Errors of outgoing requests, one reason per cause. The message is for the person who set the address. It
// names the host they gave, never the path (which may be a secret) or a resolved address. `cause` is for the
// log.
import { uncoded } from '#lib/sentences';
import { say, type OutboundSaid } from './sentences.ts';

type OutboundReason =
  | 'invalid_url'
  | 'url_too_long'
  | 'not_https'
  | 'credentials_in_url'
  | 'invalid_header'
  | 'blocked_port'
  | 'blocked_address'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_failed'
  | 'timeout'
  | 'invalid_response'
  | 'stopped';

export class OutboundError extends Error {
  readonly reason: OutboundReason;
  readonly said: OutboundSaid;

  /** A text is a sentence without a code. */
  constructor(reason: OutboundReason, sentence: OutboundSaid | string, cause?: unknown) {
    const said = typeof sentence === 'string' ? uncoded(sentence) : sentence;
    super(said.message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.said = said;
  }
}

/** One sentence for all of them, so that the kind of internal address is not revealed. */
export const blockedAddress = (host: string) =>
  new OutboundError('blocked_address', say('blocked_address', { host }));

export const notHttps = (host: string) => new OutboundError('not_https', say('not_https', { host }));
