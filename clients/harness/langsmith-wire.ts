// LangSmith's clients ask `/info` how to send. The harness changes the answer, so that each way is tested.
import type { LangsmithWire } from './client.ts';
import type { Answer } from './traffic.ts';

interface Info {
  batch_ingest_config: Record<string, unknown>;
  instance_flags?: Record<string, unknown>;
}

/** Without a `wire`, the target decides. */
export const asking =
  (wire: LangsmithWire | undefined, answer: Answer): Answer =>
  async (request) => {
    const reply = await answer(request);
    if (wire === undefined || reply.status !== 200 || !request.path.endsWith('/info')) return reply;
    const info = JSON.parse(reply.body.toString()) as Info;
    info.batch_ingest_config['use_multipart_endpoint'] = wire !== 'batch';
    info.instance_flags = { ...info.instance_flags, zstd_compression_enabled: wire === 'zstd' };
    return { ...reply, body: JSON.stringify(info) };
  };
