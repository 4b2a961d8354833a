import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import { keepStream, type UploadedFile } from '#services/media';

function requireMediaConsent({ account }: Pick<Context, 'account'>): void {
  if (account.consents.plaintextStorage) return;
  throw new AppError(
    'forbidden',
    'plaintext_disabled',
    'This account stores no content. Turn on "Store content" in its settings to keep files.',
  );
}

export async function uploadMedia(
  ctx: Context,
  source: AsyncIterable<Uint8Array>,
  announced: number,
): Promise<UploadedFile> {
  requireMediaConsent(ctx);
  return keepStream(ctx, (ctx.project ?? ctx.account.defaultProject).number, source, announced);
}
