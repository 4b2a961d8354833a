// Batches as Langfuse's older SDK for JavaScript sends them: for each generation a trace, its beginning and
// its end. All events of a body share one fresh number, because the ids of one event are named by others.
import { hex, MARK, placesOf, prose } from './made-up.ts';

const GENERATIONS = 33;
const EVENTS = GENERATIONS * 3;

interface Making {
  r: () => number;
  models: readonly (readonly [provider: string, model: string])[];
}

export function langfuseBodies(slots: number, content: boolean, making: Making) {
  const buffers = Array.from({ length: slots }, () => {
    const bytes = batch(making, content);
    return { bytes, marks: placesOf(bytes, MARK) };
  });
  let counter = (Date.now() % 2 ** 32) * 4_096;
  return {
    path: '/api/public/ingestion',
    contentType: 'application/json',
    records: EVENTS,
    next: (slot: number): Buffer => {
      const buffer = buffers[slot];
      if (!buffer) throw new Error('no slot');
      counter += 1;
      const number = (counter % 2 ** 48).toString(16).padStart(12, '0');
      for (const at of buffer.marks) buffer.bytes.write(number, at, 'latin1');
      return buffer.bytes;
    },
  };
}

/** About 350 bytes an event; with content 3 kB more for each generation. */
function batch({ r, models }: Making, content: boolean): Buffer {
  const uuid = (): string => `${hex(r, 8)}-${hex(r, 4)}-4${hex(r, 3)}-a${hex(r, 3)}-${MARK}`;
  const events = Array.from({ length: GENERATIONS }, () => {
    const [, model] = models[Math.floor(r() * models.length)] ?? [];
    const start = Date.now() - Math.floor(r() * 3_600_000);
    const at = (ms: number): string => new Date(start + ms).toISOString();
    const [traceId, id] = [uuid(), uuid()];
    const usage = { input: Math.floor(r() * 4_000), output: Math.floor(r() * 1_000) };
    const event = (type: string, ms: number, body: object) => ({ id: uuid(), type, timestamp: at(ms), body });
    return [
      event('trace-create', 0, {
        id: traceId,
        timestamp: at(0),
        name: 'answer',
        userId: `user-${Math.floor(r() * 5_000)}`,
        sessionId: `sess-${Math.floor(r() * 200_000)}`,
        tags: ['production'],
        metadata: { region: 'eu-west-1' },
      }),
      event('generation-create', 1, {
        id,
        traceId,
        parentObservationId: null,
        name: 'OpenAI.chat',
        startTime: at(0),
        model,
        modelParameters: { temperature: 0.7, max_tokens: 1_024 },
        input: [{ role: 'user', content: content ? prose(r, 2_000) : 'Is it?' }],
      }),
      event('generation-update', 2, {
        id,
        traceId,
        endTime: at(Math.floor(r() * 4_000)),
        completionStartTime: at(100),
        output: { role: 'assistant', content: content ? prose(r, 1_000) : 'Yes.' },
        usage,
        usageDetails: { ...usage, total: usage.input + usage.output },
      }),
    ];
  });
  return Buffer.from(JSON.stringify({ batch: events.flat(), metadata: { batch_size: EVENTS } }));
}
