// Every page of the dashboard, in the order of the navigation. A page is there from the moment on that its line has a `page`:
// before that it is neither routed nor shown. Its code is loaded when somebody goes there.
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import {
  Bell,
  ChartColumn,
  ClipboardCheck,
  Coins,
  FileText,
  FlaskConical,
  Folder,
  Handshake,
  Inbox,
  KeyRound,
  Lightbulb,
  List,
  MessagesSquare,
  Rocket,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Tags,
  TrafficCone,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { shellTexts } from './texts.ts';

export type Group = keyof typeof shellTexts.en.groups;
export type PageName = keyof typeof shellTexts.en.pages;

export interface AppPage {
  path: string;
  /** Its place in the navigation; a page of one thing (a call, a trace) has none. */
  nav?: {
    group: Group;
    name: PageName;
    icon: LucideIcon;
    /** `g` and then this key goes there. */
    key?: string;
  };
  page?: RouteComponent;
}

const page = lazyRouteComponent as <M extends Record<string, unknown>>(
  load: () => Promise<M>,
  name: keyof M & string,
) => RouteComponent;

export const PAGES: readonly AppPage[] = [
  {
    path: '/',
    nav: { group: 'observe', name: 'overview', icon: ChartColumn, key: 'o' },
    page: page(() => import('../pages/overview/page.tsx'), 'OverviewPage'),
  },
  {
    path: '/start',
    nav: { group: 'observe', name: 'start', icon: Rocket, key: 'h' },
    page: page(() => import('../pages/start/page.tsx'), 'StartPage'),
  },
  { path: '/calls', nav: { group: 'observe', name: 'calls', icon: List, key: 'c' } },
  { path: '/calls/$id' },
  { path: '/traces/$id' },
  { path: '/sessions', nav: { group: 'observe', name: 'sessions', icon: MessagesSquare, key: 's' } },
  { path: '/sessions/$id' },
  { path: '/prompts', nav: { group: 'improve', name: 'prompts', icon: FileText, key: 'p' } },
  { path: '/prompts/$name' },
  { path: '/evaluations', nav: { group: 'improve', name: 'evaluations', icon: FlaskConical, key: 'e' } },
  { path: '/review', nav: { group: 'improve', name: 'review', icon: ClipboardCheck, key: 'r' } },
  { path: '/proposals', nav: { group: 'improve', name: 'proposals', icon: Lightbulb } },
  { path: '/alerts', nav: { group: 'protect', name: 'alerts', icon: Bell, key: 'a' } },
  { path: '/safety', nav: { group: 'protect', name: 'safety', icon: ShieldAlert } },
  { path: '/guardian', nav: { group: 'protect', name: 'guardian', icon: ShieldCheck } },
  { path: '/gate', nav: { group: 'protect', name: 'gate', icon: TrafficCone } },
  { path: '/diagnostics', nav: { group: 'account', name: 'diagnostics', icon: Inbox, key: 'd' } },
  { path: '/audit', nav: { group: 'account', name: 'audit', icon: ScrollText } },
  {
    path: '/settings/keys',
    nav: { group: 'settings', name: 'keys', icon: KeyRound, key: 'k' },
    page: page(() => import('../pages/settings-keys/page.tsx'), 'KeysPage'),
  },
  { path: '/settings/projects', nav: { group: 'settings', name: 'projects', icon: Folder } },
  { path: '/settings/team', nav: { group: 'settings', name: 'team', icon: Users } },
  { path: '/settings/consents', nav: { group: 'settings', name: 'consents', icon: Handshake } },
  { path: '/settings/budget', nav: { group: 'settings', name: 'budget', icon: Coins } },
  { path: '/settings/prices', nav: { group: 'settings', name: 'prices', icon: Tags } },
  { path: '/settings/webhooks', nav: { group: 'settings', name: 'webhooks', icon: Webhook } },
];

export interface DoorPage extends Required<Pick<AppPage, 'path' | 'page'>> {
  /** Who is signed in is sent on. */
  strangersOnly?: boolean;
}

/** Pages for those who are not signed in. Their addresses stand in emails and in what the first start prints. */
export const DOORS: readonly DoorPage[] = [
  {
    path: '/signin',
    page: page(() => import('../pages/door/sign-in.tsx'), 'SignInPage'),
    strangersOnly: true,
  },
  {
    path: '/signup',
    page: page(() => import('../pages/door/sign-up.tsx'), 'SignUpPage'),
    strangersOnly: true,
  },
  { path: '/welcome', page: page(() => import('../pages/door/welcome.tsx'), 'WelcomePage') },
  { path: '/reset', page: page(() => import('../pages/door/reset.tsx'), 'ResetPage') },
  { path: '/invite', page: page(() => import('../pages/door/invite.tsx'), 'InvitePage') },
];

export interface NavPage {
  path: string;
  nav: NonNullable<AppPage['nav']>;
}

export const navPages: readonly NavPage[] = PAGES.flatMap(({ path, nav, page }) =>
  nav && page ? [{ path, nav }] : [],
);
