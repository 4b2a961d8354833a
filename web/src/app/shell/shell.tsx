// Layout for signed-in users: navigation beside the page, or behind a button on narrow screens.
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useState } from 'react';
import { SessionProvider, type Session } from '#api';
import { useTexts } from '#i18n';
import { AttentionCount, CloseButton, IconButton, say } from '#ui';
import type { Palette as LazyPalette } from '../palette/palette.tsx';
import { shellTexts } from '../texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { ClosingNotice } from './closing-notice.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Guide } from './guide.tsx';
import { COMMAND, Key, KeyboardHelp, useShortcuts } from './keyboard.tsx';
import { Navigation, SettingsNavigation } from './navigation.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { noteRecent } from './recent.ts';
import { SampleNotice } from './sample-notice.tsx';
import { useSide } from './side.ts';
import { attentionTotal, useAttention, type AttentionData } from './use-attention.ts';

export function Shell({ session }: { session: Session }) {
  return (
    <SessionProvider session={session}>
      <Frame />
    </SessionProvider>
  );
}

function Frame() {
  const texts = useTexts(shellTexts);
  const [dialog, setDialog] = useState<'help' | 'palette' | null>(null);
  const attention = useAttention();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => noteRecent(pathname), [pathname]);
  const [Palette, setPalette] = useState<typeof LazyPalette | null>(null);
  const onHelp = () => setDialog('help');
  const openPalette = async () => {
    try {
      const module = await import('../palette/palette.tsx');
      setPalette(() => module.Palette);
      setDialog('palette');
    } catch {
      say(texts.codeMissingAbout, 'bad');
    }
  };
  const onPalette = () => void openPalette();
  useShortcuts({ onHelp, onPalette });
  const close = () => setDialog(null);
  const parts = { attention, onHelp, onPalette };
  return (
    <AttentionCount value={attentionTotal(attention)}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-2"
      >
        {texts.skip}
      </a>
      <div className="flex min-h-dvh flex-col lg:flex-row">
        <Sidebar {...parts} />
        <Drawer {...parts} />
        <div className="flex min-w-0 flex-1 flex-col xl:flex-row">
          <SettingsNavigation />
          <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            <ConnectionBar />
            <ClosingNotice />
            <SampleNotice />
            <Guide />
            <Outlet />
          </main>
        </div>
      </div>
      <KeyboardHelp open={dialog === 'help'} onClose={close} />
      {dialog === 'palette' && Palette && <Palette onClose={close} onHelp={onHelp} />}
    </AttentionCount>
  );
}

interface SideProps {
  attention: AttentionData | null;
  onHelp: () => void;
  onPalette: () => void;
}

function Sidebar(props: SideProps) {
  const texts = useTexts(shellTexts);
  const [side, setSide] = useSide();
  const iconOnly = side === 'icons';
  return (
    <aside className="sticky top-0 hidden h-dvh w-(--side) shrink-0 flex-col border-r bg-surface lg:flex">
      <div className={iconOnly ? 'grid justify-items-center gap-1 pt-3' : 'flex items-center px-2 pt-3'}>
        <Brand markOnly={iconOnly} />
        <IconButton
          label={iconOnly ? texts.expand : texts.collapse}
          aria-expanded={!iconOnly}
          className={iconOnly ? '' : 'ml-auto'}
          icon={iconOnly ? <PanelLeftOpen size={16} aria-hidden /> : <PanelLeftClose size={16} aria-hidden />}
          onClick={() => setSide(iconOnly ? 'wide' : 'icons')}
        />
      </div>
      <Side {...props} iconOnly={iconOnly} />
    </aside>
  );
}

function Side({ attention, onHelp, onPalette, iconOnly = false }: SideProps & { iconOnly?: boolean }) {
  const texts = useTexts(shellTexts);
  return (
    <>
      <div className="grid gap-2 px-2 py-2">
        <ProjectMenu iconOnly={iconOnly} />
        <button
          type="button"
          onClick={onPalette}
          title={iconOnly ? texts.search : undefined}
          className="flex h-8 w-full items-center gap-2 rounded-md bg-sunken px-2 text-left text-sm text-muted hover:bg-hover hover:text-text"
        >
          <Search size={16} aria-hidden className={iconOnly ? 'mx-auto shrink-0' : 'shrink-0'} />
          <span className={iconOnly ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{texts.search}</span>
          {!iconOnly && (
            <span aria-hidden className="flex gap-0.5">
              <Key>{COMMAND}</Key>
              <Key>K</Key>
            </span>
          )}
        </button>
      </div>
      <Navigation attention={attention} iconOnly={iconOnly} />
      <div className="border-t p-1.5">
        <AccountMenu onHelp={onHelp} iconOnly={iconOnly} />
      </div>
    </>
  );
}

function Drawer(props: SideProps) {
  const texts = useTexts(shellTexts);
  const place = useRouterState({ select: ({ location }) => location.pathname });
  // Close the navigation after moving to another page.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === place;
  const setOpen = (next: boolean) => setOpenAt(next ? place : null);
  const onPalette = () => {
    setOpen(false);
    props.onPalette();
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b bg-surface px-3 lg:hidden">
        <Dialog.Trigger asChild>
          <IconButton label={texts.openNavigation} icon={<MenuIcon size={20} aria-hidden />} />
        </Dialog.Trigger>
        <Brand />
        <IconButton
          label={texts.search}
          className="ml-auto"
          icon={<Search size={18} aria-hidden />}
          onClick={onPalette}
        />
      </header>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-[rgb(10_20_18/45%)] lg:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-30 flex w-72 max-w-[85vw] flex-col border-r bg-surface lg:hidden"
        >
          <Dialog.Title className="sr-only">{texts.navigation}</Dialog.Title>
          <Dialog.Close asChild>
            <CloseButton label={texts.closeNavigation} className="absolute top-2 right-2 z-10" />
          </Dialog.Close>
          <div className="px-2 pt-3">
            <Brand />
          </div>
          <Side {...props} onPalette={onPalette} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
