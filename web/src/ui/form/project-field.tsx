import { useGet } from '#api';
import { SelectField } from './draft-form.tsx';
import type { Draft } from './draft.ts';

interface ProjectFieldProps<Values extends { projectId: string }> {
  of: Draft<Values>;
  label: string;
  /** The words for the whole account. */
  all: string;
}

/** A project, or '' for the whole account. It is shown only if there is a choice. */
export function ProjectField<Values extends { projectId: string }>({
  of,
  label,
  all,
}: ProjectFieldProps<Values>) {
  const { data } = useGet('/v1/projects', { query: { limit: 200 } }, { wholeAccount: true });
  const projects = data?.projects ?? [];
  const { projectId } = of.values;
  if (projects.length < 2 && projectId === '') return null;
  const ids = new Set(['', projectId, ...projects.map(({ id }) => id)]);
  const nameOf = (id: string) =>
    id === '' ? all : (projects.find((project) => project.id === id)?.name ?? id);
  return (
    <SelectField
      of={of as unknown as Draft<{ projectId: string }>}
      name="projectId"
      label={label}
      options={[...ids]}
      show={nameOf}
    />
  );
}
