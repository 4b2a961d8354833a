// GET /v1/query/calls/{id}?media=inline: the call with the files of its content, as a stream.
import type { Context } from '#core/context';
import type { Reply } from '#core/endpoint';
import type { Json } from '#records';
import { inlinedJson } from '#services/media';
import { getCall } from './get-call.ts';
import { streamedExport } from './streamed-export.ts';

export async function getCallInline(ctx: Context, id: string, signal: AbortSignal): Promise<Reply> {
  const whole = await getCall(ctx, id);
  const open = async () => inlinedJson(ctx, whole as unknown as Json);
  return streamedExport(ctx, signal, open, { 'content-type': 'application/json; charset=utf-8' });
}
