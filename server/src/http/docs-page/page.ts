// The reference at /docs: the OpenAPI document as one page that needs no script.
import { operationsOf, type Document, type Located } from './document.ts';
import { html, prose, type Html } from './html.ts';
import { methodBadge, operationSection } from './operation.ts';
import { objectOf } from './schema.ts';

interface Chapter {
  name: string;
  description: string;
  operations: Located[];
}

/** Chapters in the order of the tags. Unknown tags come last. */
function chapters(document: Document): Chapter[] {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? 'other');
  const known = new Map((document.tags ?? []).map((tag) => [tag.name, tag.description ?? '']));
  const names = [...known.keys(), ...[...byTag.keys()].filter((name) => !known.has(name))];
  return names.flatMap((name) => {
    const operations = byTag.get(name);
    return operations ? [{ name, description: known.get(name) ?? '', operations }] : [];
  });
}

const heading = (name: string): string => {
  const words = name.replaceAll('-', ' ').replace(/\bapi\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const contents = (list: Chapter[], objects: string[]): Html =>
  html`<ul>
    <li><a href="#start">Getting started</a></li>
    ${list.map(
      ({ name, operations }) =>
        html`<li>
          <a href="#tag-${name}">${heading(name)}</a>
          <ul>
            ${operations.map(
              ({ method, operation }) =>
                html`<li>
                  <a href="#${operation.operationId}"
                    >${methodBadge(method)} <span>${operation.summary ?? operation.operationId}</span></a
                  >
                </li>`,
            )}
          </ul>
        </li> `,
    )}
    <li>
      <a href="#objects">Objects</a>
      <ul>
        ${objects.map(
          (name) =>
            html`<li>
              <a href="#schema-${name}"><span>${name}</span></a>
            </li>`,
        )}
      </ul>
    </li>
  </ul>`;

const start = (document: Document, baseUrl: string): Html =>
  html`<section id="start" aria-labelledby="start-title">
    <h1 id="start-title">${document.info.title} interface</h1>
    <p class="lead">${document.info.description ?? null}</p>
    <dl class="facts">
      <div>
        <dt>Address</dt>
        <dd><code>${baseUrl}</code></dd>
      </div>
      <div>
        <dt>Credential</dt>
        <dd>
          ${prose('An API key in the header `Authorization: Bearer twl_…`. Operations that a signed-in browser may call say so.')}
        </dd>
      </div>
      <div>
        <dt>Bodies</dt>
        <dd>
          JSON in and out, unless stated. At most 1 MiB, or 16 MiB at paths that accept other clients. Times
          are ISO 8601 in UTC.
        </dd>
      </div>
      <div>
        <dt>Errors</dt>
        <dd>
          ${prose('Always `{error, reason}`: a sentence for people and one word for programs.')}
          <a href="#schema-Error">Fields</a>
        </dd>
      </div>
      <div>
        <dt>Long lists</dt>
        <dd>${prose('Take `limit` and `cursor`, and return `nextCursor`, which is null at the end.')}</dd>
      </div>
      <div>
        <dt>For programs</dt>
        <dd><a href="/v1/openapi.json">OpenAPI as JSON</a> · <a href="/v1/openapi.yaml">as YAML</a></dd>
      </div>
    </dl>
  </section> `;

export function docsPage(document: Document, baseUrl: string): string {
  const list = chapters(document);
  const objects = Object.entries(document.components.schemas);
  const names = objects.map(([name]) => name);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Interface · ${document.info.title}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/style.css" />
        <link rel="stylesheet" href="/assets/docs.css" />
        <script type="module" src="/assets/docs.js"></script>
      </head>
      <body class="docs">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28" /> Tracewell</a>
          <nav aria-label="Pages">
            <a href="/docs" aria-current="page">Interface</a> <a href="/v1/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <div class="docs-layout">
          <nav class="contents" aria-label="Contents">
            <details>
              <summary>Contents</summary>
              ${contents(list, names)}
            </details>
          </nav>
          <main id="content" tabindex="-1">
            ${start(document, baseUrl)}${list.map(
              ({ name, description, operations }) =>
                html`<section class="chapter" id="tag-${name}" aria-labelledby="tag-${name}-title">
                  <h2 id="tag-${name}-title">${heading(name)}</h2>
                  <p class="lead">${prose(description)}</p>
                  ${operations.map((located) => operationSection(document, located, baseUrl))}
                </section> `,
            )}
            <section class="chapter" id="objects" aria-labelledby="objects-title">
              <h2 id="objects-title">Objects</h2>
              <p class="lead">The objects that operations send and return, by name.</p>
              ${objects.map(
                ([name, schema]) =>
                  html`<article class="object" id="schema-${name}" aria-labelledby="schema-${name}-title">
                    <h3 id="schema-${name}-title"><a class="anchor" href="#schema-${name}">${name}</a></h3>
                    ${objectOf(schema)}
                  </article> `,
              )}
            </section>
          </main>
        </div>
      </body>
    </html> `.text;
}
