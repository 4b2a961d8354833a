// Clients of other back ends may name the project of a whole request in a header.
import type { HeaderReader } from '#core/endpoint';

/** Phoenix, Opik, LangSmith. */
const HEADERS = ['x-project-name', 'projectname', 'langsmith-project'] as const;

/** Braintrust names the object that the spans belong to; experiments have no project name. */
const BRAINTRUST = /^project_name:(.+)$/;

export function projectInHeaders(header: HeaderReader): string | undefined {
  const name =
    HEADERS.map(header).find((value) => value !== undefined && value.trim() !== '') ??
    BRAINTRUST.exec(header('x-bt-parent') ?? '')?.[1];
  return name === undefined ? undefined : decoded(name.trim()) || undefined;
}

/** OTEL_EXPORTER_OTLP_HEADERS has values with percent signs, and not every exporter decodes them. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
