// Adds a span as an item to a dataset, for users with permission.
import { useMemo } from 'react';
import { useSession } from '#api';
import { AddToDataset } from '#ui';
import type { TraceNode } from '../trace/spans.ts';
import { datasetTextsOf } from './dataset-item.ts';

export function AddSpanToDataset({ node }: { node: TraceNode }) {
  const { role, account } = useSession();
  const texts = useMemo(() => datasetTextsOf(node), [node]);
  if (texts === null || role === 'viewer' || account.plan === 'free') return null;
  return <AddToDataset item={{ ...texts, sourceCallId: node.call?.id ?? null }} />;
}
