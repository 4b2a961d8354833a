// A browser that was used to sign in before. Its failures are counted separately, so that wrong passwords
// from others, or from the same address, do not lock the person out. It grants no access: the password is
// still required.
import { newId } from '#lib/ids';
import type { PublicContext } from '#core/context';

const PURPOSE = 'known-device';

/** The device in the request if it belongs to this user, otherwise a new one. */
export function deviceTokenFor(ctx: PublicContext, userId: string): string {
  const deviceId = knownDevice(ctx, userId) ?? newId('device');
  return ctx.sealer.seal(`${userId} ${deviceId}`, PURPOSE);
}

export function knownDevice({ sealer, origin }: PublicContext, userId: string): string | null {
  const opened = origin.deviceToken ? sealer.open(origin.deviceToken, PURPOSE) : null;
  const [owner, deviceId] = opened?.split(' ') ?? [];
  return owner === userId && deviceId !== undefined ? deviceId : null;
}
