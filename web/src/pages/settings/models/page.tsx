// Model connections: add, test, set a budget, choose the default.
import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useMayManage, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, EmptyState, Loaded, Page, Skeleton, Waiting } from '#ui';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { modelsTexts } from './texts.ts';

export function ModelsPage() {
  const texts = useTexts(modelsTexts);
  const mayManage = useMayManage();
  const [editing, setEditing] = useState<Schemas['ModelConnection'] | 'new' | null>(null);
  const list = useGet('/v1/model-connections', {}, { wholeAccount: true });
  const add = (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={texts.title} about={texts.about} actions={mayManage && add}>
      <Loaded
        of={list}
        error="card"
        skeleton={
          <Waiting>
            <div className="grid gap-4">
              <Skeleton className="h-36 rounded-lg" />
              <Skeleton className="h-36 rounded-lg" />
            </div>
          </Waiting>
        }
      >
        {({ connections, instanceModel }) => (
          <>
            {instanceModel !== null && (
              <p className="max-w-prose text-muted">{texts.instance(instanceModel)}</p>
            )}
            {connections.length === 0 ? (
              <Card>
                <EmptyState
                  icon={<Plug size={22} aria-hidden />}
                  title={texts.none}
                  actions={
                    mayManage && (
                      <Button look="main" onClick={() => setEditing('new')}>
                        {texts.add}
                      </Button>
                    )
                  }
                >
                  {mayManage ? texts.noneAbout : texts.adminsManage}
                </EmptyState>
              </Card>
            ) : (
              <ul className="grid min-w-0 gap-4">
                {connections.map((connection) => (
                  <li key={connection.id} className="min-w-0">
                    <ConnectionCard connection={connection} mayManage={mayManage} onEdit={setEditing} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
      {editing && (
        <ConnectionForm
          connection={editing}
          isFirst={list.data?.connections.length === 0 && list.data.instanceModel === null}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}
