// The daily export of the account: its state, its place, a test and a run.
import { useGet, useMayManage } from '#api';
import { useTexts } from '#i18n';
import { Card, Loaded, Page, Skeleton, Waiting } from '#ui';
import { ExportForm } from './export-form.tsx';
import { ExportState } from './export-state.tsx';
import { exportsTexts } from './texts.ts';

const BUSY_MS = 3_000;
const IDLE_MS = 30_000;

export function ExportsPage() {
  const texts = useTexts(exportsTexts);
  const mayManage = useMayManage();
  const wholeAccount = true;
  const known = useGet('/v1/account/export-schedule', {}, { wholeAccount });
  // While a run is under way, people wait for its end.
  const isBusy = (known.data?.schedule?.state ?? 'idle') !== 'idle';
  const refetchInterval = isBusy ? BUSY_MS : IDLE_MS;
  const asked = useGet('/v1/account/export-schedule', {}, { wholeAccount, refetchInterval });
  return (
    <Page title={texts.title} about={texts.about}>
      <Loaded
        of={asked}
        error="card"
        keepStale
        skeleton={
          <Waiting>
            <div className="grid gap-4">
              <Skeleton className="h-44 rounded-lg" />
              <Skeleton className="h-80 rounded-lg" />
            </div>
          </Waiting>
        }
      >
        {(settings) => (
          <>
            <ExportState schedule={settings.schedule} mayManage={mayManage} />
            {mayManage && (
              <Card title={texts.set} about={texts.setAbout}>
                <ExportForm key={settings.schedule?.updatedAt ?? 'new'} settings={settings} />
              </Card>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
