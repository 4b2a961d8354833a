// The path below which the service is mounted (`/tracewell` of https://tools.example.com/tracewell), from the page that the
// service sent; '' at the root of its host.
const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="tracewell-base"]');

export const BASE_PATH = meta?.content ?? '';

/** The address of this service, for programs. */
export const serviceUrl = (): string => location.origin + BASE_PATH;
