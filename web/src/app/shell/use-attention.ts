// Counts of what needs attention: queried every 30 seconds while the page is visible, and after every change
// made here.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAgain, useGet, type Schemas } from '#api';

const EVERY_MS = 30_000;
const PATH = '/v1/attention';

export type AttentionData = Schemas['Attention'];

export function useAttention(): AttentionData | null {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') void askAgain(client, PATH);
      }),
    [client],
  );
  const { data } = useGet(PATH, {}, { refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2, later: true });
  return data ?? null;
}

/** Of the pages that can be folded away. */
export const protectTotal = (attention: AttentionData | null): number =>
  attention === null ? 0 : attention.approvals + attention.findings + attention.alerts;

export const attentionTotal = (attention: AttentionData | null): number =>
  protectTotal(attention) + (attention?.mentions ?? 0);
