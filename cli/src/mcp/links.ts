// Pages of the dashboard. Every answer has one, so that a person can check what a model says.
const at = (...parts: (string | number)[]): string =>
  parts.map((part) => `/${encodeURIComponent(part)}`).join('');

export interface Links {
  page(
    name: 'calls' | 'traces' | 'prompts' | 'evaluations' | 'guardian' | 'alerts' | 'gate' | 'diagnostics',
  ): string;
  call(id: string): string;
  trace(id: string, spanId?: string): string;
  session(id: string): string;
  prompt(name: string): string;
  run(id: number): string;
  comparison(baseline: number, candidate: number): string;
  dataset(id: number): string;
  alert(id: number): string;
  overview(): string;
}

/** `projectId`: the project that the answers are about, if they are about one. */
export function dashboardLinks(base: string, projectId: string | null): Links {
  const root = base.replace(/\/+$/, '');
  const link = (path: string, search: Record<string, string> = {}): string => {
    const query = new URLSearchParams({ ...search, ...(projectId === null ? {} : { project: projectId }) });
    return `${root}${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
  };
  return {
    page: (name) => link(at(name)),
    call: (id) => link(at('calls', id)),
    trace: (id, spanId) => link(at('traces', id), spanId === undefined ? {} : { span: spanId }),
    session: (id) => link(at('sessions', id)),
    prompt: (name) => link(at('prompts', name)),
    run: (id) => link(at('evaluations', 'runs', id)),
    comparison: (baseline, candidate) =>
      link(at('evaluations', 'compare'), { baseline: `${baseline}`, candidate: `${candidate}` }),
    dataset: (id) => link(at('evaluations', 'datasets', id)),
    alert: (id) => link(at('alerts', id)),
    overview: () => link('/'),
  };
}
