// Layout of the pages for users who are not signed in.
import { Outlet } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { useTexts } from '#i18n';
import { Button, Menu } from '#ui';
import { shellTexts } from '../texts.ts';
import { Brand } from './brand.tsx';
import { PreferenceItems } from './preferences.tsx';

export function SignedOutShell() {
  const texts = useTexts(shellTexts);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-4 sm:px-6">
        <Brand />
        <Menu
          align="end"
          trigger={
            <Button look="quiet" size="small" icon={<Settings2 size={16} aria-hidden />}>
              {texts.preferences}
            </Button>
          }
        >
          <PreferenceItems />
        </Menu>
      </header>
      <main id="content" className="grid flex-1 justify-items-center px-4 pt-[8vh] pb-16">
        <Outlet />
      </main>
    </div>
  );
}
