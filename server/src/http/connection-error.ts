// Answers bytes that are not a valid HTTP request in the same form as every other error, then closes the
// connection. Nothing is logged, because the bytes may contain a credential.
import type { Socket } from 'node:net';
import { newId } from '#lib/ids';

interface Refusal {
  status: string;
  reason: string;
  message: string;
}

const MALFORMED: Refusal = {
  status: '400 Bad Request',
  reason: 'malformed_request',
  message: 'This is not a valid HTTP request.',
};

const REFUSALS: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    reason: 'request_timeout',
    message: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    reason: 'headers_too_large',
    message: 'The request line and headers are larger than 16 KiB.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: '413 Content Too Large',
    reason: 'body_too_large',
    message: 'The chunk extensions of the body are too large.',
  },
};

export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, message } = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: message, reason });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId('request')}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
