// What opens at `/`: the built-in overview, or the dashboard that was chosen in this browser.
import type { RouteComponent } from '@tanstack/react-router';
import { createElement } from 'react';
import { useSession } from '#api';
import { useHome } from '#lib/home';
import { lazyPage } from './lazy-page.tsx';

export const overviewPage = lazyPage(() => import('../pages/overview/page.tsx'), 'OverviewPage');
const dashboard = lazyPage(() => import('../pages/dashboards/home-page.tsx'), 'HomeDashboardPage');

function Home() {
  const [home] = useHome(useSession().account.id);
  return createElement(home === null ? overviewPage : dashboard);
}

export const homePage = Object.assign(Home, { preload: () => overviewPage.preload?.() }) as RouteComponent;
