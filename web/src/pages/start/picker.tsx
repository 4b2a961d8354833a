// Every integration by group, with a search box. Enter opens the first match.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '#i18n';
import { AppLink, Card, Field, Input, TextLink } from '#ui';
import { GROUPS, matches, type Integration, type IntegrationGroup } from './integrations/integration.ts';
import { INTEGRATIONS } from './integrations/table.ts';
import { IntegrationMark } from './mark.tsx';
import { startTexts } from './texts.ts';

export function Picker() {
  const texts = useTexts(startTexts);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const found = INTEGRATIONS.filter((one) => matches(one, query));
  const open = ({ id }: Integration) =>
    void navigate({ to: '/start', search: (before: object) => ({ ...before, with: id }) });
  return (
    <Card title={texts.pickTitle} about={texts.pickAbout}>
      <div className="relative">
        <Search size={16} aria-hidden className="pointer-events-none absolute top-2.5 left-3 text-muted" />
        <Field label={texts.pickSearch} hideLabel>
          <Input
            type="search"
            value={query}
            maxLength={100}
            placeholder={texts.pickSearch}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              const [best] = found;
              if (event.key === 'Enter' && query.trim() !== '' && best) open(best);
            }}
            className="pl-9"
          />
        </Field>
      </div>
      {GROUPS.map((group) => (
        <Group key={group} group={group} members={found.filter((one) => one.group === group)} />
      ))}
      {found.length === 0 && (
        <p role="status" className="text-muted">
          {texts.pickNone}{' '}
          <TextLink to="/start" search={{ with: 'otel' }}>
            OpenTelemetry
          </TextLink>
        </p>
      )}
    </Card>
  );
}

function Group({ group, members }: { group: IntegrationGroup; members: readonly Integration[] }) {
  const texts = useTexts(startTexts);
  const id = useId();
  if (members.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-sm text-muted">
        {texts.groups[group]}
      </h3>
      <ul className="grid grid-cols-1 gap-2 min-[400px]:grid-cols-2 md:grid-cols-3">
        {members.map((integration) => (
          <li key={integration.id} className="min-w-0">
            <AppLink
              to="/start"
              search={{ with: integration.id }}
              className="flex h-full min-w-0 items-center gap-2.5 rounded-md border px-2.5 py-2 font-medium hover:bg-hover"
            >
              <IntegrationMark of={integration} />
              <span className="min-w-0 leading-tight">{integration.name}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
