// Alert rules and their firings. A rule is created from a template with one click, or by hand with a preview.
import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Card, Page, Tabs } from '#ui';
import { AlertForm, type AlertDraft } from './alert-form.tsx';
import { Events } from './events.tsx';
import { Rules } from './rules.tsx';
import { ChooseTemplate } from './templates.tsx';
import { alertsTexts } from './texts.ts';

export function AlertsPage() {
  const texts = useTexts(alertsTexts);
  const mayChange = useSession().role !== 'viewer';
  const [search, change] = useUrl();
  const [choosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState<AlertDraft | null>(null);
  const adjust = (next: AlertDraft) => {
    setChoosing(false);
    setDraft(next);
  };
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayChange && (
          <Button look="main" icon={<BellPlus size={16} aria-hidden />} onClick={() => setChoosing(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      <Tabs
        label={texts.sections}
        value={first(search['section']) === 'events' ? 'events' : 'rules'}
        onChange={(next) => change({ section: next === 'rules' ? undefined : next })}
        tabs={[
          {
            value: 'rules',
            label: texts.rules,
            content: <Rules mayChange={mayChange} onAdjust={adjust} />,
          },
          {
            value: 'events',
            label: texts.events,
            content: (
              <Card>
                <Events alertId={null} mayChange={mayChange} />
              </Card>
            ),
          },
        ]}
      />
      {choosing && <ChooseTemplate onClose={() => setChoosing(false)} onAdjust={adjust} />}
      {draft && <AlertForm draft={draft} onClose={() => setDraft(null)} />}
    </Page>
  );
}
