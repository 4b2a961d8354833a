// The library: ready-made criteria by kind, to be adapted and tested before they are saved.
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useGet, type Schemas } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Badge, Button, Card, Field, Input, Loaded, Skeleton, Waiting } from '#ui';
import { CRITERION_TYPES } from './criterion-types.ts';
import { objectInRubric } from './draft.ts';
import { libraryTexts } from './library-texts.ts';
import { PRESET_LINES } from './preset-lines.ts';
import { rubricTexts } from './rubric-texts.ts';
import { LIBRARY_GROUPS, STARTERS, type LibraryEntry, type LibraryGroup } from './starters.ts';
import { criteriaTexts } from './texts.ts';
import { useMayWrite } from '../may-write.tsx';

type Preset = Schemas['EvalPreset'];

/** Checks of a form are for those who write code, whatever they are about. */
const GROUP_OF_TYPE: Partial<Record<Preset['type'], LibraryGroup>> = {
  code: 'code',
  json_schema: 'code',
  json_path: 'code',
  tool_calls: 'agents',
  tool_repeats: 'agents',
  trajectory: 'agents',
};

const CHECKS: Readonly<Record<string, string>> = {
  ...rubricTexts.en.amounts,
  ...rubricTexts.en.lists,
  ...rubricTexts.en.demands,
};

const checksInEnglish = (checks: Record<string, unknown>): string =>
  Object.entries(checks)
    .map(([name, value]) => (value === true ? CHECKS[name] : `${CHECKS[name] ?? name}: ${String(value)}`))
    .join('. ');

/** A judge rubric starts with its question, code with a comment, and a trajectory names its checks. */
function inEnglish({ key, type, rubric }: Preset, ofType: string): string {
  const [first = ''] = rubric.split('\n', 1);
  const line = PRESET_LINES[key];
  if (line !== undefined) return line;
  if (type === 'llm_judge') return first;
  if (type === 'trajectory') return checksInEnglish(objectInRubric(rubric) ?? {});
  return first.startsWith('// ') ? first.slice(3) : ofType;
}

const asEntry = (preset: Preset, ofType: string): LibraryEntry => ({
  ...preset,
  group: GROUP_OF_TYPE[preset.type] ?? preset.category,
  scope: CRITERION_TYPES[preset.type].scopes[0] ?? 'call',
  about: { en: inEnglish(preset, ofType), ja: preset.descriptionJa },
});

interface CriterionLibraryProps {
  /** Names of the account's criteria, once they are known. */
  taken: readonly string[];
  onUse: (entry: LibraryEntry) => void;
}

export function CriterionLibrary({ taken, onUse }: CriterionLibraryProps) {
  const texts = useTexts(libraryTexts);
  const { typeHints } = useTexts(criteriaTexts);
  const language = useLanguage();
  const [wanted, setWanted] = useState('');
  const [group, setGroup] = useState<LibraryGroup | 'all'>('all');
  const asked = useGet('/v1/eval-criteria/presets', {}, { staleTime: Infinity });
  const all = [
    ...(asked.data?.presets.map((preset) => asEntry(preset, typeHints[preset.type])) ?? []),
    ...STARTERS,
  ];
  const matches = ({ name, about, rubric }: LibraryEntry) =>
    `${name} ${about[language]} ${rubric}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const found = all.filter((entry) => (group === 'all' || entry.group === group) && matches(entry));
  return (
    <Card
      title={texts.title}
      about={texts.about}
      actions={
        <Field label={texts.search} hideLabel>
          <Input
            type="search"
            placeholder={texts.search}
            value={wanted}
            onChange={({ target }) => setWanted(target.value)}
            className="w-60"
          />
        </Field>
      }
    >
      <div role="group" aria-label={texts.groupsLabel} className="flex flex-wrap gap-2">
        {(['all', ...LIBRARY_GROUPS] as const).map((one) => (
          <Button
            key={one}
            size="small"
            aria-pressed={group === one}
            onClick={() => setGroup(one)}
            className={group === one ? 'border-accent bg-accent-soft' : ''}
          >
            {one === 'all' ? texts.all : texts.groups[one]}
          </Button>
        ))}
      </div>
      <Loaded
        of={asked}
        skeleton={<LibrarySkeleton />}
        empty={found.length === 0 && <p className="py-6 text-center text-muted">{texts.none}</p>}
      >
        {() =>
          LIBRARY_GROUPS.map((one) => {
            const entries = found.filter((entry) => entry.group === one);
            if (entries.length === 0) return null;
            return (
              <section key={one} aria-label={texts.groups[one]} className="grid min-w-0 gap-2">
                <h3 className="text-sm text-muted">{texts.groups[one]}</h3>
                <ul className="grid min-w-0 gap-3 md:grid-cols-2 xl:grid-cols-3">
                  {entries.map((entry) => (
                    <EntryCard
                      key={entry.key}
                      entry={entry}
                      added={taken.includes(entry.name)}
                      onUse={() => onUse(entry)}
                    />
                  ))}
                </ul>
              </section>
            );
          })
        }
      </Loaded>
    </Card>
  );
}

interface EntryCardProps {
  entry: LibraryEntry;
  added: boolean;
  onUse: () => void;
}

function EntryCard({ entry, added, onUse }: EntryCardProps) {
  const texts = useTexts(libraryTexts);
  const { types, scopes } = useTexts(criteriaTexts);
  const about = entry.about[useLanguage()];
  const mayWrite = useMayWrite();
  const { asksModel, editor } = CRITERION_TYPES[entry.type];
  return (
    <li className="grid min-w-0 content-between gap-3 rounded-md border p-3.5">
      <div className="grid min-w-0 gap-1.5">
        <p className="font-medium">{entry.name}</p>
        <p className="text-sm text-muted">{about}</p>
        <details className="min-w-0">
          <summary className="w-fit rounded-sm text-sm text-accent">{texts.checks}</summary>
          <pre
            // Can be reached by keyboard, because it may scroll.
            tabIndex={0}
            aria-label={texts.checks}
            role="region"
            className={`mt-2 max-h-60 overflow-auto rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap ${editor === 'prose' ? 'font-sans' : 'font-mono'}`}
          >
            {entry.rubric}
          </pre>
        </details>
      </div>
      <div className="flex items-end justify-between gap-2">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <Badge tone={asksModel ? 'plum' : 'cool'}>{types[entry.type]}</Badge>
          {scopes[entry.scope]} · {asksModel ? texts.asksModel : texts.free}
          {added && (
            <span className="inline-flex items-center gap-1 text-good">
              <Check size={14} aria-hidden />
              {texts.isAdded}
            </span>
          )}
        </span>
        {mayWrite && (
          <Button size="small" aria-label={texts.chooseNamed(entry.name)} onClick={onUse}>
            {texts.use}
          </Button>
        )}
      </div>
    </li>
  );
}

const LibrarySkeleton = () => (
  <Waiting>
    <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-28" />
      ))}
    </div>
  </Waiting>
);
