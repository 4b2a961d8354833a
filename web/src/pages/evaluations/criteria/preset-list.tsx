// Preset criteria; one click adds a preset to the account.
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSend, type Schemas } from '#api';
import { useLanguage, useTexts } from '#i18n';
import { Badge, Button, Card, ErrorNotice, Field, Input, Loaded, Skeleton, Waiting, say } from '#ui';
import { criteriaTexts } from './texts.ts';
import { useMayWrite } from '../may-write.tsx';

type Preset = Schemas['EvalPreset'];
const CATEGORIES = ['quality', 'RAG', 'safety'] as const;

/** A judge rubric starts with its question; the rubric of a rule is not prose. */
function useDescription(): (preset: Preset) => string {
  const language = useLanguage();
  const texts = useTexts(criteriaTexts);
  return ({ type, rubric, descriptionJa }) =>
    language === 'ja'
      ? descriptionJa
      : type === 'llm_judge'
        ? (rubric.split('\n', 1)[0] ?? rubric)
        : texts.typeHints[type];
}

export function PresetList({ taken }: { taken: readonly string[] | null }) {
  const texts = useTexts(criteriaTexts);
  const [wanted, setWanted] = useState('');
  const asked = useGet('/v1/eval-criteria/presets', {}, { staleTime: Infinity });
  const add = useSend('post', '/v1/eval-criteria', {
    changes: ['/v1/eval-criteria'],
    onSuccess: (_list, { body }) => say(texts.added(body.name)),
  });
  const describe = useDescription();
  const matches = (preset: Preset) =>
    `${preset.name} ${describe(preset)}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const found = asked.data?.presets.filter(matches) ?? [];
  return (
    <Card
      title={texts.presets}
      about={texts.presetsAbout}
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
      {add.error && <ErrorNotice error={add.error} />}
      <Loaded
        of={asked}
        skeleton={
          <Waiting>
            <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
              {Array.from({ length: 6 }, (_, index) => (
                <Skeleton key={index} className="h-28" />
              ))}
            </div>
          </Waiting>
        }
        empty={found.length === 0 && <p className="py-6 text-center text-muted">{texts.noPreset}</p>}
      >
        {() =>
          CATEGORIES.map((category) => {
            const presets = found.filter((preset) => preset.category === category);
            if (presets.length === 0) return null;
            return (
              <section key={category} className="grid min-w-0 gap-2">
                <h3 className="text-sm text-muted">{texts.categories[category]}</h3>
                <ul className="grid min-w-0 gap-3 md:grid-cols-2 xl:grid-cols-3">
                  {presets.map((preset) => (
                    <PresetCard
                      key={preset.key}
                      preset={preset}
                      about={describe(preset)}
                      added={taken?.includes(preset.name) ?? false}
                      busy={add.isPending && add.variables.body.name === preset.name}
                      onAdd={() => add.mutate({ body: asCriterion(preset) })}
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

const asCriterion = ({ name, rubric, scaleMin, scaleMax, type, scoreType }: Preset) => ({
  name,
  rubric,
  scaleMin,
  scaleMax,
  type,
  scoreType,
});

interface PresetCardProps {
  preset: Preset;
  about: string;
  added: boolean;
  busy: boolean;
  onAdd: () => void;
}

function PresetCard({ preset, about, added, busy, onAdd }: PresetCardProps) {
  const texts = useTexts(criteriaTexts);
  const mayWrite = useMayWrite();
  const { name, type } = preset;
  return (
    <li className="grid min-w-0 content-between gap-3 rounded-md border p-3.5">
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{name}</p>
        <p className="line-clamp-3 text-sm text-muted" title={about}>
          {about}
        </p>
      </div>
      <div className="flex items-center justify-between gap-2">
        <Badge tone={type === 'llm_judge' ? 'plum' : 'cool'}>{texts.types[type]}</Badge>
        {added ? (
          <span className="inline-flex h-8 items-center gap-1.5 text-sm text-good">
            <Check size={14} aria-hidden />
            {texts.isAdded}
          </span>
        ) : (
          mayWrite && (
            <Button
              size="small"
              busy={busy}
              icon={<Plus size={14} aria-hidden />}
              aria-label={texts.addNamed(name)}
              onClick={onAdd}
            >
              {texts.add}
            </Button>
          )
        )}
      </div>
    </li>
  );
}
