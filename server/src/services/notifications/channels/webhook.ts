// A signed webhook of an alert, with the same body and headers as a subscription.
import type { AlertMessage } from '../message.ts';
import type { TargetOf } from '../schemas.ts';
import { signedHeaders } from '../sign.ts';
import type { Channel } from './channel.ts';
import { isMasked, maskSecret, maskUrl } from './mask.ts';
import { checkUrlField, postMessage } from './post.ts';

const render = ({ type, timestamp, data }: AlertMessage) => ({ type, timestamp, data });

export const webhook: Channel<TargetOf<'webhook'>> = {
  resolves: false,
  defaultTarget: null,
  check: ({ url, secret }, outbound) =>
    secret !== undefined && isMasked(secret)
      ? { field: 'secret', message: 'This is a masked secret; send the full secret.', reason: 'masked_value' }
      : checkUrlField(outbound, url),
  mask: ({ url, secret }) => ({
    url: maskUrl(url),
    ...(secret === undefined ? {} : { secret: maskSecret(secret) }),
  }),
  render,
  send: ({ outbound, signal, clock }, { url, secret }, { id, message }) => {
    const body = JSON.stringify(render(message));
    const headers = signedHeaders(id, clock.now(), body, secret === undefined ? [] : [secret]);
    return postMessage(outbound, { url, body, headers }, { signal });
  },
};
