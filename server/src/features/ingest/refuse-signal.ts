// Logs and metrics are not stored. The response tells an exporter of all three signals how many were
// rejected; it logs one warning and stays quiet.
import { AppError } from '#lib/app-error';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { receiptsOf } from '#services/receipts';
import { countJson, countProtobuf, mayHaveAgentEvents, type Encoding, type OtherSignal } from '#otlp';

const NAMES: Readonly<Record<OtherSignal, string>> = { logs: 'Log records', metrics: 'Metrics' };

export interface NotStored {
  count: number;
  message: string;
}

export async function refuseSignal(
  ctx: Context,
  signal: OtherSignal,
  bytes: Buffer,
  encoding: Encoding,
): Promise<NotStored | null> {
  const counted =
    encoding === 'json' ? await countJson(signal, bytes, new Pace()) : countProtobuf(signal, bytes);
  if (!counted.ok) throw new AppError('bad_request', counted.reason, counted.message);
  const notStored = noteNotStored(ctx, signal, counted.count);
  // Coding agents report the same in their logs, and Gemini CLI shows every partial success to its user.
  return signal === 'metrics' && mayHaveAgentEvents(bytes) ? null : notStored;
}

export function noteNotStored(ctx: Context, signal: OtherSignal, count: number): NotStored | null {
  if (count === 0) return null;
  const message = `${NAMES[signal]} are not stored here, only traces are. Switch this exporter off, or send it elsewhere.`;
  receiptsOf(ctx).note(
    ctx.account.id,
    { keyId: ctx.actor.id, client: ctx.origin.userAgent ?? '', scope: '', endpoint: signal },
    {
      accepted: 0,
      duplicates: 0,
      observations: 0,
      unpriced: 0,
      rejections: [{ reason: 'signal_not_stored', count, example: message }],
    },
  );
  return { count, message };
}
