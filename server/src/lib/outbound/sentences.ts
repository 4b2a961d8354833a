// Errors of outgoing requests, for the person who set the address: the host they gave, never the path, which
// may be a secret.
import { numberFigure, oneOf, sentence, sentences, text, type CodeOf, type Said } from '#lib/sentences';

const host = text('host');

export const outboundSentences = sentences({
  blocked_address: sentence`${host} is not a public address. Requests go to public addresses only, unless the operator of this service allows the network.`,
  not_https: sentence`The address of ${host} must begin with https://.`,
  dns_failed: sentence`The name ${host} cannot be found.`,
  unreachable: sentence`${host} could not be connected to.`,
  closed_early: sentence`${host} closed the connection before it had answered.`,
  tls_failed: sentence`${oneOf('why', {
    self_signed: 'The certificate is self-signed',
    expired: 'The certificate has expired',
    not_yet_valid: 'The certificate is not valid yet',
    other_name: 'The certificate belongs to another name',
    unknown_authority:
      'The certificate comes from an authority that is not known here, or its chain is incomplete',
    handshake: 'The TLS handshake failed',
  })} (${host}).`,
  timeout_name: sentence`The name of ${host} could not be looked up within ${numberFigure('seconds')} s.`,
  timeout: sentence`${host} ${oneOf('stage', {
    connect: 'could not be connected to',
    tls: 'did not finish the TLS handshake',
    headers: 'did not answer',
    body: 'did not finish its answer',
  })} within ${numberFigure('seconds')} s.`,
  too_many_headers: sentence`${host} sent too many headers.`,
  not_http: sentence`${host} did not answer in HTTP.`,
});
export const { say } = outboundSentences;

/** Without a code if it is about an address that a delivery cannot have. */
export type OutboundSaid = Said<CodeOf<typeof outboundSentences> | null>;
