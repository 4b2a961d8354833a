// Projects: list, create, rename, delete.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useRows, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, Page, ListRows } from '#ui';
import { DeleteProject } from './delete-project.tsx';
import { NameProject } from './name-project.tsx';
import { ProjectTable } from './project-table.tsx';
import { projectsTexts } from './texts.ts';

export function ProjectsPage() {
  const texts = useTexts(projectsTexts);
  const mayManage = useMayManage();
  const [naming, setNaming] = useState<Schemas['Project'] | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Schemas['Project'] | null>(null);
  const list = useRows(
    useGetPages('/v1/projects', { query: { limit: 100 } }, { wholeAccount: true }),
    ({ projects }) => projects,
  );
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayManage && (
          <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setNaming('new')}>
            {texts.create}
          </Button>
        )
      }
    >
      <Card>
        <ListRows of={list} skeleton={3}>
          {(projects) => (
            <>
              <ProjectTable
                projects={projects}
                {...(mayManage ? { onRename: setNaming, onDelete: setDeleting } : {})}
              />
              <div className="grid gap-1 text-sm text-muted">
                {mayManage ? (
                  <>
                    <p>{texts.whereRecordsGo}</p>
                    <p>{texts.defaultStays}</p>
                  </>
                ) : (
                  <p>{texts.adminsManage}</p>
                )}
              </div>
            </>
          )}
        </ListRows>
      </Card>
      {naming && <NameProject project={naming} onClose={() => setNaming(null)} />}
      {deleting && <DeleteProject project={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
