// Reads server-sent events from the body of a response. EventSource cannot send a body.

interface ServerEvent {
  event: string;
  data: unknown;
}

export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const read = eventIn(part);
        if (read) yield read;
      }
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function eventIn(text: string): ServerEvent | null {
  const field = (name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  const data = field('data');
  return data === '' ? null : { event: field('event'), data: JSON.parse(data) as unknown };
}
