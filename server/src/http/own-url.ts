// Serves below a path of a host, as in `TRACEWELL_PUBLIC_URL=https://tools.example.com/tracewell`. A proxy
// may pass that path on or remove it; both work. Links and file names in pages include it, because browsers
// need the path that the proxy knows.

/** Names that container platforms use by default. */
const PROBES: Readonly<Record<string, string>> = {
  '/healthz': '/v1/health',
  '/readyz': '/v1/health',
  '/livez': '/v1/health/live',
};

const BASE_META = '<meta name="tracewell-base" content="" />';

export interface OwnUrls {
  /** The URL that the routes see. */
  route(url: string): string;
  withoutBase(url: string): string;
  /** Adds the path to every link and file name of a page, and to its `tracewell-base` for the scripts. */
  inPage(html: string): string;
}

export function ownUrls(publicUrl: string): OwnUrls {
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const withoutBase = (url: string): string => {
    if (base === '' || !url.startsWith(base)) return url;
    const rest = url.slice(base.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
  return {
    withoutBase,
    route: (url) => {
      const own = withoutBase(url);
      const end = own.indexOf('?');
      const probe = PROBES[end < 0 ? own : own.slice(0, end)];
      return probe ?? own;
    },
    // The build of the dashboard names its files relative to the page (`./app/…`), and a page can be at any
    // depth.
    inPage: (html) =>
      html
        .replaceAll(/\b(href|src)="(?:\.\/|\/)(?!\/)/g, (_, name: string) => `${name}="${base}/`)
        .replace(BASE_META, () => BASE_META.replace('content=""', () => `content="${base}"`)),
  };
}
