// Which model connection is asked for a call: one that has its model, else the default one. Pure.

interface Connection {
  id: string;
  provider: string;
  baseUrl: string;
  models: readonly string[];
  defaultModel: string;
  isDefault: boolean;
}

export const RECORDED = 'recorded';

export const isRecordedConnection = ({ provider }: Pick<Connection, 'provider'>): boolean =>
  provider === RECORDED;

/** The recorded model answers in the sample's project; elsewhere only if there is nothing else. */
export function usualConnection<C extends Connection>(
  connections: readonly C[],
  projectId: string | null,
): C | undefined {
  const recorded = connections.find(
    (each) => isRecordedConnection(each) && each.baseUrl === `${RECORDED}:${projectId}`,
  );
  const real = connections.filter((each) => !isRecordedConnection(each));
  return recorded ?? real.find(({ isDefault }) => isDefault) ?? real[0] ?? connections[0];
}

/** `model` is empty if the connection's default model has to do. */
export function fittingConnection<C extends Connection>(
  connections: readonly C[],
  asked: { provider: string; model: string },
  projectId: string | null,
): { connection: C | undefined; model: string } {
  const usual = usualConnection(connections, projectId);
  if (usual && isRecordedConnection(usual)) return { connection: usual, model: '' };
  const fits = connections.find(
    ({ provider, models, defaultModel }) =>
      defaultModel === asked.model ||
      models.includes(asked.model) ||
      (models.length === 0 && provider === asked.provider),
  );
  return { connection: fits ?? usual, model: fits ? asked.model : '' };
}
