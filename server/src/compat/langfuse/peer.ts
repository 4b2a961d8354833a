import type { Peer } from '#core/endpoint';

/** Names of errors as a Langfuse server has them, by status. Some programs compare them. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'InvalidRequestError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'LangfuseNotFoundError',
  405: 'MethodNotAllowedError',
  409: 'LangfuseConflictError',
  413: 'PayloadTooLargeError',
  422: 'InvalidRequestError',
  429: 'RateLimitError',
  503: 'ServiceUnavailableError',
};

export const LANGFUSE: Peer = {
  name: 'langfuse',
  errorBody: ({ status, message }) => ({ message, error: NAMES[status] ?? 'InternalServerError' }),
  clientOf: (header) => {
    const name = header('x-langfuse-sdk-name');
    // Older clients have the whole name there, newer ones the language.
    const whole = name?.startsWith('langfuse') ? name : `langfuse-${name}`;
    return name && `${whole} ${header('x-langfuse-sdk-version') ?? ''}`.trim();
  },
};
