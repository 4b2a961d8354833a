// Onboarding: choose what you use, create a key, copy the lines, and watch the first call arrive.
import { useState } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { ButtonLink, Page } from '#ui';
import { FirstCall } from './arrival.tsx';
import { PLACEHOLDER, type Integration, type IntegrationGroup } from './integrations/integration.ts';
import { integrationOf } from './integrations/table.ts';
import { Lines } from './lines.tsx';
import { MakeKey } from './make-key.tsx';
import { IntegrationMark } from './mark.tsx';
import { Picker } from './picker.tsx';
import { SampleDataCard } from './sample.tsx';
import { startTexts } from './texts.ts';

export function StartPage() {
  const texts = useTexts(startTexts);
  const [search] = useUrl();
  const [apiKey, setApiKey] = useState<string | null>(null);
  const integration = integrationOf(first(search['with']));
  return (
    <Page title={texts.title} about={texts.about}>
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          {integration ? (
            <>
              <Chosen integration={integration} />
              <MakeKey apiKey={apiKey} onMade={setApiKey} />
              <Lines integration={integration} apiKey={apiKey ?? PLACEHOLDER} />
              <FirstCall title={texts.watchTitle} />
            </>
          ) : (
            <Picker />
          )}
        </div>
        <div className="grid gap-4 xl:sticky xl:top-6">
          {!integration && <FirstCall title={texts.watchAny} />}
          <SampleDataCard />
        </div>
      </div>
    </Page>
  );
}

/** Both groups may have an integration of the same name. */
const BY_LANGUAGE: ReadonlySet<IntegrationGroup> = new Set(['python', 'javascript']);

function Chosen({ integration }: { integration: Integration }) {
  const texts = useTexts(startTexts);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <IntegrationMark of={integration} />
      <h2 className="min-w-0 text-lg">
        {integration.name}
        {BY_LANGUAGE.has(integration.group) && (
          <span className="font-normal text-muted"> · {texts.groups[integration.group]}</span>
        )}
      </h2>
      <ButtonLink to="/start" size="small">
        {texts.pickAnother}
      </ButtonLink>
    </div>
  );
}
