// A variant while it is edited, its conversion to a request, and what it begins with. Pure.
import type { Schemas } from '#api';
import { fittingConnection, usualConnection } from '#lib/fitting-connection';

export interface DraftVariant {
  key: number;
  /** Empty for own messages. */
  promptId: string;
  system: string;
  user: string;
  connectionId: string;
  model: string;
  temperature: string;
  maxOutputTokens: string;
}

export const emptyVariant = (key: number, connectionId: string): DraftVariant => ({
  key,
  promptId: '',
  system: '',
  user: '{{input}}',
  connectionId,
  model: '',
  temperature: '',
  maxOutputTokens: '',
});

/** In the form in which it is sent. */
export function sentVariant(variant: DraftVariant): Schemas['NewExperimentVariant'] {
  const { promptId, system, user, connectionId, model, temperature, maxOutputTokens } = variant;
  const messages = [
    ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
    { role: 'user' as const, content: user },
  ];
  return {
    connectionId,
    ...(promptId === '' ? { messages } : { promptId: Number(promptId) }),
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    settings: {
      ...(temperature === '' ? {} : { temperature: Number(temperature) }),
      ...(maxOutputTokens === '' ? {} : { maxOutputTokens: Number(maxOutputTokens) }),
    },
  };
}

type Prompt = Pick<Schemas['Prompt'], 'id' | 'name' | 'number'>;

export interface CallToFix {
  /** The version in the registry that the call used. */
  prompt: Prompt | null;
  /** All versions of its name. */
  versions: readonly Prompt[];
  /** The instructions of the call. */
  system: string;
  provider: string;
  model: string;
}

/** One variant for each of these versions of prompts. */
export function variantsOf(
  promptIds: readonly number[],
  connections: readonly Schemas['ModelConnection'][],
): DraftVariant[] {
  const id = usualConnection(connections)?.id ?? '';
  return promptIds.map((promptId, key) => ({ ...emptyVariant(key, id), promptId: String(promptId) }));
}

/** Two variants: what the call used, and its newest other version. Without a prompt, the same instructions twice. */
export function variantsFor(
  call: CallToFix | null,
  connections: readonly Schemas['ModelConnection'][],
): DraftVariant[] {
  if (!call) {
    const id = usualConnection(connections)?.id ?? '';
    return [emptyVariant(0, id), emptyVariant(1, id)];
  }
  const { prompt, versions, system } = call;
  const { connection, model } = fittingConnection(connections, call);
  const variant = (key: number, promptId: number | null): DraftVariant => ({
    ...emptyVariant(key, connection?.id ?? ''),
    model,
    ...(promptId === null ? { system } : { promptId: String(promptId) }),
  });
  const newest = versions
    .filter(({ id }) => id !== prompt?.id)
    .toSorted((left, right) => right.number - left.number)[0];
  return [variant(0, prompt?.id ?? null), variant(1, newest?.id ?? prompt?.id ?? null)];
}
