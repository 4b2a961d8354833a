// Everything the palette offers, in groups.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askAgain, request, useGet, useMayManage, useProjectId, useSession } from '#api';
import { LANGUAGES, chooseLanguage, useLanguage, useTexts, type Language } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { copy } from '#lib/copy';
import { DENSITIES, useDensity } from '#lib/density';
import { THEMES, useTheme } from '#lib/theme';
import { say, useErrorText } from '#ui';
import { searchOf } from '../../pages/calls/view.ts';
import { PAGES } from '../pages.ts';
import { useChooseProject } from '../shell/project-menu.tsx';
import { useRecent } from '../shell/recent.ts';
import { shellTexts } from '../texts.ts';
import { paletteTexts } from './texts.ts';

export interface Entry {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** Shown in small print after the label. */
  note?: string;
  run: () => void;
}

interface EntryGroup {
  name: Exclude<keyof typeof paletteTexts.en.groups, 'id'>;
  entries: readonly Entry[];
}

const SAMPLE_CHANGES = [
  '/v1/sample-data',
  '/v1/projects',
  '/v1/dashboards',
  '/v1/query',
  '/v1/account/overview',
];

/** `/calls/abc` is `calls` and `abc`. */
const partsOf = (path: string): [string, string] => {
  const parts = path.split('/');
  return [parts.at(-2) ?? '', decodeURIComponent(parts.at(-1) ?? '')];
};

export function useEntries(onHelp: () => void): readonly EntryGroup[] {
  const texts = useTexts(paletteTexts);
  const { pages } = useTexts(shellTexts);
  const navigate = useNavigate();
  const recent = useRecent();
  const chosen = useProjectId();
  const chooseProject = useChooseProject();
  const account = { wholeAccount: true, staleTime: 60_000 } as const;
  const { data: projects } = useGet('/v1/projects', { query: { limit: 200 } }, account);
  const { data: views } = useGet('/v1/saved-views', {}, account);
  const { data: boards } = useGet('/v1/dashboards', {}, account);
  const actions = useActions(onHelp);
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  return [
    {
      name: 'recent',
      entries: recent.map((path) => {
        const [kind, id] = partsOf(path);
        return {
          id: `recent ${path}`,
          label: id,
          note: kinds[kind] ?? kind,
          run: () => void navigate({ to: path }),
        };
      }),
    },
    {
      name: 'pages',
      entries: PAGES.flatMap(({ path, nav, tab, page }) => {
        const { name, key } = nav ?? tab ?? {};
        if (!page || !name) return [];
        const note = key ? { note: `g ${key}` } : {};
        return [{ id: `page ${path}`, label: pages[name], ...note, run: () => void navigate({ to: path }) }];
      }),
    },
    {
      name: 'projects',
      entries: (projects?.projects ?? [])
        .filter(({ id }) => id !== chosen)
        .map(({ id, name }) => ({ id: `project ${id}`, label: name, run: () => chooseProject(id) })),
    },
    {
      name: 'views',
      entries: (views?.savedViews ?? []).map(({ id, name, filter }) => ({
        id: `view ${id}`,
        label: name,
        run: () => void navigate({ to: '/calls', search: searchOf(filter) }),
      })),
    },
    {
      name: 'dashboards',
      entries: (boards?.dashboards ?? []).map(({ id, name }) => ({
        id: `dashboard ${id}`,
        label: name,
        run: () => void navigate({ to: '/dashboards/$id', params: { id: String(id) } }),
      })),
    },
    { name: 'actions', entries: actions },
  ];
}

function useActions(onHelp: () => void): readonly Entry[] {
  const texts = useTexts(paletteTexts);
  const { themes, densities } = useTexts(shellTexts);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayManage = useMayManage();
  const { role } = useSession();
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const [density, setDensity] = useDensity();
  const loadSample = async () => {
    try {
      const { projectId } = await request('post', '/v1/sample-data', {});
      await askAgain(client, ...SAMPLE_CHANGES);
      say(texts.sampleLoaded);
      if (projectId !== null) void navigate({ to: '/', search: { project: projectId } });
    } catch (error) {
      say(errorText(error), 'bad');
    }
  };
  const copyLink = async () =>
    (await copy(location.href)) ? say(texts.copied) : say(texts.copyFailed, 'bad');
  return [
    ...(mayManage
      ? [
          {
            id: 'new-key',
            label: texts.newKey,
            run: () => void navigate({ to: '/settings/keys', search: { create: '1' } }),
          },
        ]
      : []),
    ...(role === 'viewer' ? [] : [{ id: 'sample', label: texts.sample, run: () => void loadSample() }]),
    { id: 'copy-link', label: texts.copyLink, run: () => void copyLink() },
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      label: texts.theme(themes[one]),
      run: () => setTheme(one),
    })),
    ...DENSITIES.filter((one) => one !== density).map((one) => ({
      id: `density ${one}`,
      label: texts.density(densities[one]),
      run: () => setDensity(one),
    })),
    ...(Object.keys(LANGUAGES) as Language[])
      .filter((one) => one !== language)
      .map((one) => ({
        id: `language ${one}`,
        label: texts.language(LANGUAGES[one]),
        run: () => chooseLanguage(one),
      })),
    { id: 'shortcuts', label: texts.shortcuts, note: '?', run: onHelp },
    { id: 'reference', label: texts.reference, run: () => location.assign(`${BASE_PATH}/docs`) },
  ];
}
