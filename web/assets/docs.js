// Starts the reference with the document of this service.
const base = new URL('..', import.meta.url);

// Swagger UI has two palettes. The theme is the one chosen in the dashboard.
const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const paint = () =>
  root.classList.toggle('dark-mode', (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark');
system.addEventListener('change', paint);
paint();

const spec = await (await fetch(new URL('v1/openapi.json', base))).json();
// The service may be mounted below a path, which only the page knows.
spec.servers = [{ url: base.href.replace(/\/$/, '') }];

const at = (document, keys) => keys.reduce((value, key) => value?.[key], document);

/**
 * The value with every reference replaced by what it refers to. A reference to something that is open stays.
 * Patterns are left out: Swagger UI makes examples of them that mean nothing.
 */
function resolved(document, value, open = []) {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item, open));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.pattern === 'string' && 'type' in value)
    return resolved(document, { ...value, pattern: undefined }, open);
  const { $ref, ...rest } = value;
  if ($ref === undefined)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolved(document, item, open)]),
    );
  if (open.includes($ref)) return value;
  const target = at(document, $ref.slice('#/'.length).split('/'));
  return { ...resolved(document, target, [...open, $ref]), ...rest, $$ref: $ref };
}

/**
 * Swagger UI reads a document as YAML, and goes through the whole of it for each operation that is opened, which
 * takes seconds. This document is JSON, and all of its references lead to its own components.
 */
const ownDocument = () => ({
  fn: {
    resolveSubtree: async (document, keys) => ({ spec: resolved(document, at(document, keys)), errors: [] }),
  },
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson:
          (_parse, { specActions }) =>
          (text) =>
            specActions.updateJsonSpec(JSON.parse(text)),
      },
    },
  },
});

globalThis.SwaggerUIBundle({
  spec,
  domNode: document.querySelector('#reference'),
  plugins: [ownDocument],
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
});
