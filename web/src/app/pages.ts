// All pages of the dashboard, in the order of the navigation. An entry without `page` is neither routed nor
// shown. The code of a page is loaded on the first visit. Groups: `observe` and `improve` are the daily
// pages, `protect` can be folded away, `help` is above the settings at the bottom, and `settings` is the
// sub-navigation behind one entry.
import type { RouteComponent } from '@tanstack/react-router';
import {
  AtSign,
  Bell,
  ChartColumn,
  ClipboardCheck,
  Coins,
  DatabaseBackup,
  Eraser,
  FileText,
  FlaskConical,
  Folder,
  Gauge,
  Handshake,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Lightbulb,
  ListTree,
  MessagesSquare,
  Plug,
  Rocket,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  SquareTerminal,
  Tags,
  TrafficCone,
  UserRound,
  Wrench,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { homePage, overviewPage } from './home.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { shellTexts } from './texts.ts';

export type Group = keyof typeof shellTexts.en.groups;
type PageName = keyof typeof shellTexts.en.pages;

interface AppPage {
  path: string;
  /** Its entry in the navigation; pages of a single item (a call, a trace) have none. */
  nav?: {
    group: Group;
    name: PageName;
    icon: LucideIcon;
    /** Pressing `g` and then this key opens the page. */
    key?: string;
    /** The count of /v1/attention that its badge shows. */
    badge?: 'approvals' | 'findings' | 'alerts' | 'mentions';
    /** Paths that belong to it: their pages mark this entry. */
    also?: readonly string[];
  };
  /** A tab of another page has no separate entry. */
  tab?: { name: PageName; key: string };
  page?: RouteComponent;
  /** The page of a single item that exists in every project, such as a dashboard. */
  inEveryProject?: true;
}

const page = lazyPage;

export const PAGES: readonly AppPage[] = [
  {
    path: '/',
    nav: { group: 'observe', name: 'overview', icon: ChartColumn, key: 'o', also: ['/overview'] },
    page: homePage,
  },
  { path: '/overview', page: overviewPage },
  {
    path: '/traces',
    nav: { group: 'observe', name: 'traces', icon: ListTree, key: 't', also: ['/spans', '/calls'] },
    page: page(() => import('../pages/traces/list/page.tsx'), 'TracesPage'),
  },
  {
    path: '/spans',
    tab: { name: 'spans', key: 'n' },
    page: page(() => import('../pages/traces/span-list/page.tsx'), 'SpansPage'),
  },
  {
    path: '/tools',
    nav: { group: 'observe', name: 'tools', icon: Wrench, key: 'w' },
    page: page(() => import('../pages/tools/page.tsx'), 'ToolsPage'),
  },
  {
    path: '/dashboards',
    nav: { group: 'observe', name: 'dashboards', icon: LayoutDashboard, key: 'b' },
    page: page(() => import('../pages/dashboards/page.tsx'), 'DashboardsPage'),
  },
  {
    path: '/dashboards/$id',
    inEveryProject: true,
    page: page(() => import('../pages/dashboards/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    path: '/start',
    nav: { group: 'help', name: 'start', icon: Rocket, key: 'h' },
    page: page(() => import('../pages/start/page.tsx'), 'StartPage'),
  },
  {
    path: '/connect',
    page: page(() => import('../pages/connect/page.tsx'), 'ConnectPage'),
    inEveryProject: true,
  },
  {
    path: '/connect/device',
    page: page(() => import('../pages/connect/device-page.tsx'), 'DevicePage'),
    inEveryProject: true,
  },
  {
    path: '/calls',
    tab: { name: 'calls', key: 'c' },
    page: page(() => import('../pages/calls/page.tsx'), 'CallListPage'),
  },
  { path: '/calls/$id', page: page(() => import('../pages/call/page.tsx'), 'SingleCallPage') },
  {
    path: '/traces/compare',
    page: page(() => import('../pages/traces/compare/page.tsx'), 'CompareRunsPage'),
  },
  { path: '/traces/$id', page: page(() => import('../pages/traces/trace/page.tsx'), 'SingleTracePage') },
  {
    path: '/sessions',
    nav: { group: 'observe', name: 'sessions', icon: MessagesSquare, key: 's' },
    page: page(() => import('../pages/traces/sessions/sessions-page.tsx'), 'SessionsPage'),
  },
  {
    path: '/sessions/$id',
    page: page(() => import('../pages/traces/sessions/session-page.tsx'), 'SingleSessionPage'),
  },
  {
    path: '/users',
    nav: { group: 'observe', name: 'users', icon: UserRound, key: 'u' },
    page: page(() => import('../pages/users/page.tsx'), 'UsersPage'),
  },
  { path: '/users/$id', page: page(() => import('../pages/users/user-page.tsx'), 'UserPage') },
  {
    path: '/prompts',
    nav: { group: 'improve', name: 'prompts', icon: FileText, key: 'p' },
    page: page(() => import('../pages/prompts/page.tsx'), 'PromptsPage'),
  },
  {
    path: '/playground',
    nav: { group: 'improve', name: 'playground', icon: SquareTerminal, key: 'y' },
    page: page(() => import('../pages/playground/page.tsx'), 'PlaygroundPage'),
  },
  { path: '/prompts/$name', page: page(() => import('../pages/prompts/prompt-page.tsx'), 'PromptPage') },
  {
    path: '/evaluations',
    nav: { group: 'improve', name: 'evaluations', icon: FlaskConical, key: 'e' },
    page: page(() => import('../pages/evaluations/page.tsx'), 'EvaluationsPage'),
  },
  {
    path: '/evaluations/compare',
    page: page(() => import('../pages/evaluations/compare/page.tsx'), 'ComparePage'),
  },
  {
    path: '/evaluations/experiments/new',
    page: page(() => import('../pages/evaluations/experiments/new-page.tsx'), 'NewExperimentPage'),
  },
  {
    path: '/evaluations/experiments/$id',
    page: page(() => import('../pages/evaluations/experiments/page.tsx'), 'ExperimentPage'),
  },
  {
    path: '/evaluations/runs/$id',
    page: page(() => import('../pages/evaluations/runs/page.tsx'), 'RunPage'),
  },
  {
    path: '/evaluations/datasets/$id',
    page: page(() => import('../pages/evaluations/datasets/page.tsx'), 'DatasetPage'),
  },
  {
    path: '/review',
    nav: { group: 'improve', name: 'review', icon: ClipboardCheck, key: 'r', also: ['/review-queues'] },
    page: page(() => import('../pages/review/page.tsx'), 'ReviewPage'),
  },
  {
    path: '/mentions',
    nav: { group: 'improve', name: 'mentions', icon: AtSign, key: 'n', badge: 'mentions' },
    page: page(() => import('../pages/comments/mentions-page.tsx'), 'MentionsPage'),
  },
  {
    path: '/comments/$id',
    page: page(() => import('../pages/comments/comment-page.tsx'), 'CommentPage'),
    inEveryProject: true,
  },
  {
    path: '/review-queues',
    tab: { name: 'reviewQueues', key: 'q' },
    page: page(() => import('../pages/review-queues/page.tsx'), 'ReviewQueuesPage'),
  },
  {
    path: '/review-queues/$id',
    page: page(() => import('../pages/review-queues/queue-page.tsx'), 'ReviewQueuePage'),
  },
  {
    path: '/review-queues/$id/review',
    page: page(() => import('../pages/review-queues/flow-page.tsx'), 'ReviewFlowPage'),
  },
  {
    path: '/alerts',
    nav: { group: 'protect', name: 'alerts', icon: Bell, key: 'a', badge: 'alerts' },
    page: page(() => import('../pages/alerts/page.tsx'), 'AlertsPage'),
  },
  { path: '/alerts/$id', page: page(() => import('../pages/alerts/alert-page.tsx'), 'AlertPage') },
  {
    path: '/guardian',
    nav: { group: 'protect', name: 'guardian', icon: ShieldCheck, badge: 'findings' },
    page: page(() => import('../pages/guardian/page.tsx'), 'GuardianPage'),
  },
  {
    path: '/safety',
    nav: { group: 'protect', name: 'safety', icon: ShieldAlert },
    page: page(() => import('../pages/safety/page.tsx'), 'SafetyPage'),
  },
  {
    path: '/gate',
    nav: { group: 'protect', name: 'gate', icon: TrafficCone, badge: 'approvals' },
    page: page(() => import('../pages/gate/page.tsx'), 'GatePage'),
  },
  {
    path: '/proposals',
    nav: { group: 'protect', name: 'proposals', icon: Lightbulb },
    page: page(() => import('../pages/proposals/page.tsx'), 'ProposalsPage'),
  },
  {
    path: '/settings/keys',
    nav: { group: 'settings', name: 'keys', icon: KeyRound, key: 'k' },
    page: page(() => import('../pages/settings/keys/page.tsx'), 'KeysPage'),
  },
  {
    path: '/settings/projects',
    nav: { group: 'settings', name: 'projects', icon: Folder },
    page: page(() => import('../pages/settings/projects/page.tsx'), 'ProjectsPage'),
  },
  {
    path: '/settings/team',
    nav: { group: 'settings', name: 'team', icon: Users },
    page: page(() => import('../pages/settings/team/page.tsx'), 'TeamPage'),
  },
  {
    path: '/settings/consents',
    nav: { group: 'settings', name: 'consents', icon: Handshake },
    page: page(() => import('../pages/settings/consents/page.tsx'), 'ConsentsPage'),
  },
  {
    path: '/settings/prices',
    nav: { group: 'settings', name: 'prices', icon: Tags },
    page: page(() => import('../pages/settings/prices/page.tsx'), 'PricesPage'),
  },
  {
    path: '/settings/models',
    nav: { group: 'settings', name: 'models', icon: Plug },
    page: page(() => import('../pages/settings/models/page.tsx'), 'ModelsPage'),
  },
  {
    path: '/settings/budget',
    nav: { group: 'settings', name: 'budget', icon: Coins },
    page: page(() => import('../pages/settings/budget/page.tsx'), 'BudgetPage'),
  },
  {
    path: '/settings/webhooks',
    nav: { group: 'settings', name: 'webhooks', icon: Webhook },
    page: page(() => import('../pages/settings/webhooks/page.tsx'), 'WebhooksPage'),
  },
  {
    path: '/settings/exports',
    nav: { group: 'settings', name: 'exports', icon: DatabaseBackup },
    page: page(() => import('../pages/settings/exports/page.tsx'), 'ExportsPage'),
  },
  {
    path: '/settings/plan',
    nav: { group: 'settings', name: 'plan', icon: Gauge },
    page: page(() => import('../pages/settings/plan/page.tsx'), 'PlanPage'),
  },
  {
    path: '/diagnostics',
    nav: { group: 'settings', name: 'diagnostics', icon: Inbox, key: 'd' },
    page: page(() => import('../pages/diagnostics/page.tsx'), 'DiagnosticsPage'),
  },
  {
    path: '/audit',
    nav: { group: 'settings', name: 'audit', icon: ScrollText },
    page: page(() => import('../pages/audit/page.tsx'), 'AuditPage'),
  },
  {
    path: '/settings/erasure',
    nav: { group: 'settings', name: 'erasure', icon: Eraser },
    page: page(() => import('../pages/settings/erasure/page.tsx'), 'ErasurePage'),
  },
];

interface SignedOutPage extends Required<Pick<AppPage, 'path' | 'page'>> {
  /** Redirects users who are signed in. */
  signedOutOnly?: boolean;
}

/** Pages for users who are not signed in. Emails and the output of the first start link to these paths. */
export const SIGNED_OUT_PAGES: readonly SignedOutPage[] = [
  {
    path: '/signin',
    page: page(() => import('../pages/sign-in/sign-in.tsx'), 'SignInPage'),
    signedOutOnly: true,
  },
  {
    path: '/signup',
    page: page(() => import('../pages/sign-in/sign-up.tsx'), 'SignUpPage'),
    signedOutOnly: true,
  },
  { path: '/welcome', page: page(() => import('../pages/sign-in/welcome.tsx'), 'WelcomePage') },
  { path: '/reset', page: page(() => import('../pages/sign-in/reset.tsx'), 'ResetPage') },
  { path: '/invite', page: page(() => import('../pages/sign-in/invite.tsx'), 'InvitePage') },
];

export interface NavPage {
  path: string;
  nav: NonNullable<AppPage['nav']>;
}

interface KeyPage {
  path: string;
  name: PageName;
  key: string;
}

/** Pages that `g` and a key open. */
export const keyPages: readonly KeyPage[] = PAGES.flatMap(({ path, nav, tab, page }) => {
  const { name, key } = nav ?? tab ?? {};
  return page && name && key ? [{ path, name, key }] : [];
});

export const navPages: readonly NavPage[] = PAGES.flatMap(({ path, nav, page }) =>
  nav && page ? [{ path, nav }] : [],
);
