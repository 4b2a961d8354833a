import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n';
import { navPages, type Group, type NavPage } from '../pages.ts';
import { shellTexts } from '../texts.ts';

const GROUPS = Object.keys(shellTexts.en.groups) as Group[];

export function Navigation() {
  const texts = useTexts(shellTexts);
  return (
    <nav aria-label={texts.navigation} className="grid flex-1 content-start gap-4 overflow-y-auto px-3 py-2">
      {GROUPS.map((group) => {
        const pages = navPages.filter(({ nav }) => nav.group === group);
        if (pages.length === 0) return null;
        return (
          <div key={group}>
            <p id={`nav-${group}`} className="px-2 pb-1 text-xs font-medium text-muted">
              {texts.groups[group]}
            </p>
            <ul aria-labelledby={`nav-${group}`} className="grid gap-0.5">
              {pages.map((page) => (
                <li key={page.path}>
                  <NavLink page={page} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function NavLink({ page: { path, nav } }: { page: NavPage }) {
  const texts = useTexts(shellTexts);
  const Icon = nav.icon;
  return (
    <Link
      to={path}
      activeOptions={{ exact: path === '/', includeSearch: false }}
      className="flex h-8 items-center gap-2.5 rounded-md px-2 text-muted ring-inside hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className="truncate">{texts.pages[nav.name]}</span>
    </Link>
  );
}
