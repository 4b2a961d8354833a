import { AppError } from '#lib/app-error';
import type { Services } from '#core/context';

/** Required before a password of someone who is not signed in is set or checked. */
export function requirePasswordLogin({ config }: Pick<Services, 'config'>): void {
  if (config.passwordLogin) return;
  throw new AppError(
    'forbidden',
    'password_login_off',
    `Signing in with a password is off here. Continue with ${config.oidc?.name ?? 'single sign-on'}.`,
  );
}
