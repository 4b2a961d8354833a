// The evidence of a proposal: the numbers to recompute it, and example calls and traces.
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts, type Format, type SameKeys } from '#i18n';
import { TextLink } from '#ui';
import { proposalsTexts } from './texts.ts';

type Words = SameKeys<typeof proposalsTexts.en>;

function showValue(name: string, value: string | number, format: Format, texts: Words): string {
  if (typeof value === 'string') {
    const words: Readonly<Record<string, string>> = texts.words;
    return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
  }
  if (name.endsWith('Usd')) return format.money(value);
  if (/Rate|Share/.test(name)) return format.share(value);
  if (/Tokens|P95$/.test(name)) return texts.tokens(format.count(value));
  if (Number.isInteger(value)) return format.count(value);
  return value.toPrecision(3);
}

function nameOf(name: string, texts: Words): string {
  const names: Readonly<Record<string, string>> = texts.values;
  if (Object.hasOwn(names, name)) return names[name] ?? name;
  const [, what, source, model] = /^(scores?):(.*?):(.*)$/.exec(name) ?? [];
  if (source !== undefined && model !== undefined)
    return what === 'score' ? texts.score(source, model) : texts.scoreCount(source, model);
  return name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
}

export function ProposalEvidence({ proposal }: { proposal: Schemas['Proposal'] }) {
  const texts = useTexts(proposalsTexts);
  const format = useFormat();
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const { callIds, traceIds, values } = proposal.evidence;
  const shown = Object.entries(values).filter(([name, value]) => value !== '' && name !== 'sameAnswer');
  const projectName = (id: string | number) => data?.projects.find((each) => each.id === id)?.name;
  return (
    <div className="grid gap-4 rounded-md bg-sunken p-4">
      <Ids title={texts.calls} ids={callIds} to="/calls/$id" />
      <Ids title={texts.traces} ids={traceIds} to="/traces/$id" />
      <div className="grid gap-2">
        <h3 className="text-sm">{texts.numbers}</h3>
        <dl className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(([name, value]) => (
            <div key={name} className="flex min-w-0 justify-between gap-3 border-b pb-1">
              <dt className="text-muted">{nameOf(name, texts)}</dt>
              <dd className="min-w-0 truncate text-right font-medium" title={String(value)}>
                {name === 'projectId' ? (projectName(value) ?? value) : showValue(name, value, format, texts)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}

function Ids({ title, ids, to }: { title: string; ids: readonly string[]; to: string }) {
  if (ids.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-sm">
        {ids.map((id) => (
          <li key={id} className="min-w-0">
            <TextLink to={to} params={{ id }} title={id} className="block max-w-56 truncate font-mono">
              {id}
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
