// Adds a span as an item to a dataset, for users with permission.
import { useMemo } from 'react';
import { useSession } from '#api';
import { AddToDataset } from '#ui';
import type { TraceNode } from '../trace/spans.ts';
import { datasetTextsOf } from './dataset-item.ts';

export function AddSpanToDataset({ traceId, node }: { traceId: string; node: TraceNode }) {
  const { role, account } = useSession();
  const texts = useMemo(() => datasetTextsOf(node), [node]);
  if (texts === null || role === 'viewer' || account.plan === 'free') return null;
  const source = node.call ? { sourceCallId: node.call.id } : { sourceCallId: null, sourceTraceId: traceId };
  return <AddToDataset item={{ ...texts, ...source }} />;
}
