// HTTP to addresses that the operator set, which may be in a private network.

/** Answers of models and providers are much smaller. A larger one is a fault and would fill the memory. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Does not follow redirects, because the key is in a header that would be sent along. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let left = MAX_RESPONSE_BYTES;
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error('The response is too large.'));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(bounded, { status, statusText, headers });
};
