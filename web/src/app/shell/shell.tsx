// Layout for signed-in users: navigation beside the page, or behind a button on narrow screens.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { SessionProvider, type Session } from '#api';
import { useTexts } from '#i18n';
import { CloseButton, IconButton } from '#ui';
import { shellTexts } from '../texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { ClosingNotice } from './closing-notice.tsx';
import { KeyboardHelp, useShortcuts } from './keyboard.tsx';
import { Navigation } from './navigation.tsx';
import { ProjectMenu } from './project-menu.tsx';

export function Shell({ session }: { session: Session }) {
  const texts = useTexts(shellTexts);
  const [help, setHelp] = useState(false);
  useShortcuts(() => setHelp(true));
  return (
    <SessionProvider session={session}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r bg-surface lg:flex">
          <Side onHelp={() => setHelp(true)} />
        </aside>
        <Drawer onHelp={() => setHelp(true)} />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <ClosingNotice />
          <Outlet />
        </main>
      </div>
      <KeyboardHelp open={help} onClose={() => setHelp(false)} />
    </SessionProvider>
  );
}

const Side = ({ onHelp }: { onHelp: () => void }) => (
  <>
    <div className="grid gap-3 px-3 pt-4 pb-2">
      <Brand />
      <ProjectMenu />
    </div>
    <Navigation />
    <div className="border-t p-2">
      <AccountMenu onHelp={onHelp} />
    </div>
  </>
);

function Drawer({ onHelp }: { onHelp: () => void }) {
  const texts = useTexts(shellTexts);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  // Close the navigation after moving to another page.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === place;
  const setOpen = (next: boolean) => setOpenAt(next ? place : null);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-surface px-3 lg:hidden">
        <Dialog.Trigger asChild>
          <IconButton label={texts.openNavigation} icon={<MenuIcon size={20} aria-hidden />} />
        </Dialog.Trigger>
        <Brand />
      </header>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-[rgb(10_20_18/45%)] lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] flex-col border-r bg-surface lg:hidden"
        >
          <Dialog.Title className="sr-only">{texts.navigation}</Dialog.Title>
          <Dialog.Close asChild>
            <CloseButton label={texts.closeNavigation} className="absolute top-3 right-2 z-10" />
          </Dialog.Close>
          <Side onHelp={onHelp} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
