// The steps of a fix: which of them were taken, and how each is taken with one click.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askAgain, request, useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useErrorText } from '../error-state.tsx';
import { say } from '../toast.tsx';
import { discard, makeDataset, type CallsToFix } from './make-dataset.ts';
import { fixTexts } from './texts.ts';

export interface FixSubject extends CallsToFix {
  /** A rule that shows the fault, for an experiment and the gate. */
  rule?: 'tool_repeats';
}

type FixTrailData = Schemas['FixTrail'];

const TRAIL = '/v1/fix-trail';

export function useFixTrail(callIds: readonly string[], refetchInterval: number | false = false) {
  return useAsk(
    TRAIL,
    { callIds: [...callIds] },
    { enabled: callIds.length > 0, wholeAccount: true, refetchInterval },
  );
}

export function useFix(subject: FixSubject, trail: FixTrailData | undefined) {
  const texts = useTexts(fixTexts);
  const format = useFormat();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { callIds, projectId, rule } = subject;
  const project = projectId === null ? {} : { project: projectId };

  /** The newest dataset of these calls, or a new one. Null if none of the calls can be an item. */
  const datasetId = async (): Promise<number | null> => {
    const [known] = trail?.datasets ?? [];
    if (known) return known.id;
    const { dataset, added, skipped } = await makeDataset(subject);
    if (added === 0) {
      await discard(dataset.id, projectId);
      say(skipped[0]?.message ?? texts.nothingAdded, 'bad');
      return null;
    }
    await askAgain(client, TRAIL, '/v1/eval-datasets');
    if (skipped.length === 0) say(texts.made(dataset.name));
    else say(texts.madeSome(dataset.name, format.count(added), format.count(skipped.length)));
    return dataset.id;
  };

  /** The criterion for the rule, made if the account has none. */
  const criterionId = async (): Promise<number | null> => {
    if (rule === undefined) return null;
    const { criteria } = await request('get', '/v1/eval-criteria', {}, { projectId: null });
    const known = criteria.find(({ type }) => type === rule);
    if (known) return known.id;
    const body = {
      name: texts.criterion,
      rubric: '1',
      scaleMin: 0,
      scaleMax: 1,
      type: rule,
      scoreType: 'boolean' as const,
    };
    const { criteria: after } = await request('post', '/v1/eval-criteria', { body }, { projectId: null });
    await askAgain(client, '/v1/eval-criteria');
    return after.find(({ type }) => type === rule)?.id ?? null;
  };

  const onError = (error: unknown) => say(errorText(error), 'bad');
  const openDataset = useMutation({
    mutationFn: datasetId,
    onError,
    onSuccess: (id) => {
      if (id !== null)
        void navigate({ to: '/evaluations/datasets/$id', params: { id: String(id) }, search: project });
    },
  });
  const experiment = useMutation({
    mutationFn: async () => {
      const id = await datasetId();
      return id === null ? null : { id, criterion: await criterionId() };
    },
    onError,
    onSuccess: (made) => {
      if (!made) return;
      void navigate({
        to: '/evaluations/experiments/new',
        search: {
          ...project,
          dataset: String(made.id),
          ...(callIds[0] === undefined ? {} : { call: callIds[0] }),
          ...(made.criterion === null ? {} : { criterion: String(made.criterion) }),
        },
      });
    },
  });
  const gate = useMutation({
    mutationFn: async () => {
      const [known] = trail?.experiments ?? [];
      const id = await datasetId();
      if (id === null) return null;
      const criterion = known ? null : await criterionId();
      return { datasetId: id, criterionIds: known?.criterionIds ?? (criterion === null ? [] : [criterion]) };
    },
    onError,
  });
  return { openDataset, experiment, gate };
}
