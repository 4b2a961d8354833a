import { useNavigate } from '@tanstack/react-router';
import { Bell, BookOpen, Ellipsis, Keyboard, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useEnter, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { Menu, MenuItem, MenuLine, say, useErrorText } from '#ui';
import { shellTexts } from '../texts.ts';
import { RecentNotices } from './notices.tsx';
import { PreferenceItems } from './preferences.tsx';
import { forgetRecent } from './recent.ts';

const initial = (name: string): string =>
  String.fromCodePoint(name.trim().codePointAt(0) ?? 32).toUpperCase();

interface AccountMenuProps {
  onHelp: () => void;
  iconOnly?: boolean;
}

export function AccountMenu({ onHelp, iconOnly = false }: AccountMenuProps) {
  const texts = useTexts(shellTexts);
  const errorText = useErrorText();
  const { user } = useSession();
  const enter = useEnter();
  const navigate = useNavigate();
  const signOut = useSend('post', '/v1/auth/logout');
  const [notices, setNotices] = useState(false);
  const leave = () =>
    signOut.mutate(
      {},
      {
        onSuccess: (answer) => {
          forgetRecent();
          // Single sign-on: the provider ends its session too, and leads back to the sign-in page.
          if (answer) {
            location.assign(answer.endSessionUrl);
            return;
          }
          enter(null);
          void navigate({ to: '/signin', search: {} });
        },
        onError: (error) => say(errorText(error), 'bad'),
      },
    );
  return (
    <>
      <Menu
        side="top"
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-hover"
          >
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-muted"
            >
              {initial(user.name)}
            </span>
            {!iconOnly && (
              <>
                <span className="grid min-w-0 flex-1">
                  <span className="truncate text-sm font-medium">{user.name}</span>
                  <span className="truncate text-xs text-muted">{user.email}</span>
                </span>
                <Ellipsis size={16} aria-hidden className="shrink-0 text-muted" />
              </>
            )}
            <span className="sr-only">{texts.accountMenu}</span>
          </button>
        }
      >
        <PreferenceItems />
        <MenuLine />
        <MenuItem icon={<Keyboard size={16} aria-hidden />} onSelect={onHelp}>
          {texts.keyboard}
        </MenuItem>
        <MenuItem icon={<Bell size={16} aria-hidden />} onSelect={() => setNotices(true)}>
          {texts.notices}
        </MenuItem>
        <MenuItem
          icon={<BookOpen size={16} aria-hidden />}
          onSelect={() => location.assign(`${BASE_PATH}/docs`)}
        >
          {texts.interface}
        </MenuItem>
        <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={leave}>
          {texts.signOut}
        </MenuItem>
      </Menu>
      <RecentNotices open={notices} onClose={() => setNotices(false)} />
    </>
  );
}
