// A browser that somebody signed in with before. Its failures are counted by themselves, so that wrong passwords sent by others,
// or from the same address, do not lock the person out. It gives no access: the password is asked for all the same.
import { newId } from '#lib/ids';
import type { PublicContext } from '#core/context';

const PURPOSE = 'known-device';

/** The device that the request names if it belongs to this user, else a new one. */
export function deviceTokenFor(ctx: PublicContext, userId: string): string {
  const deviceId = knownDevice(ctx, userId) ?? newId('device');
  return ctx.sealer.seal(`${userId} ${deviceId}`, PURPOSE);
}

export function knownDevice({ sealer, origin }: PublicContext, userId: string): string | null {
  const opened = origin.deviceToken ? sealer.open(origin.deviceToken, PURPOSE) : null;
  const [owner, deviceId] = opened?.split(' ') ?? [];
  return owner === userId && deviceId !== undefined ? deviceId : null;
}
