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

/** The recorded model answers in the project of the sample data, and nowhere else. */
export const usableConnections = <C extends Connection>(
  connections: readonly C[],
  projectId: string | null,
): C[] =>
  connections.filter(
    (each) =>
      !isRecordedConnection(each) || (projectId !== null && each.baseUrl === `${RECORDED}:${projectId}`),
  );

/** In the project of the sample data the recorded model, which needs no key; elsewhere the default. */
export const usualConnection = <C extends Connection>(connections: readonly C[]): C | undefined =>
  connections.find(isRecordedConnection) ?? connections.find(({ isDefault }) => isDefault) ?? connections[0];

/** `model` is empty if the connection's default model has to do. */
export function fittingConnection<C extends Connection>(
  connections: readonly C[],
  asked: { provider: string; model: string },
): { connection: C | undefined; model: string } {
  const usual = usualConnection(connections);
  if (usual && isRecordedConnection(usual)) return { connection: usual, model: '' };
  const fits = connections.find(
    ({ provider, models, defaultModel }) =>
      defaultModel === asked.model ||
      models.includes(asked.model) ||
      (models.length === 0 && provider === asked.provider),
  );
  return { connection: fits ?? usual, model: fits ? asked.model : '' };
}
