// A dashboard that replaces the overview.
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#api';
import { useHome } from '#lib/home';
import { DashboardOf } from './dashboard-page.tsx';

export function HomeDashboardPage() {
  const [home, setHome] = useHome(useSession().account.id);
  return home === null ? null : <DashboardOf id={home} missing={<Forget onForget={() => setHome(null)} />} />;
}

/** The dashboard was deleted, perhaps by someone else: the overview takes its place again. */
function Forget({ onForget }: { onForget: () => void }) {
  const forget = useEffectEvent(onForget);
  useEffect(() => forget(), []);
  return null;
}
