// Renders one operation: its purpose, access, input and output.
import { curlOf } from './curl.ts';
import {
  parametersOf,
  repliesOf,
  type DocumentContent,
  type Document,
  type Located,
  type Operation,
} from './document.ts';
import { html, prose, type Html } from './html.ts';
import { bodyOf, field, notesOf, typeOf } from './schema.ts';

const CREDENTIALS: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  session: 'signed-in browser',
  operatorToken: 'operator token',
};

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** On a narrow screen a path breaks only after its slashes. */
const breakable = (path: string): Html[] => path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`);

function access(operation: Operation): string {
  const schemes = (operation.security ?? []).flatMap((need) => Object.keys(need));
  if (schemes.length === 0) return 'No credential needed';
  const names = schemes.map((scheme) => CREDENTIALS[scheme] ?? scheme).join(' or ');
  return names.charAt(0).toUpperCase() + names.slice(1);
}

function parameters(document: Document, operation: Operation): Html | null {
  const fields = parametersOf(document, operation).map((parameter) => {
    const schema = parameter.schema ?? {};
    const mark = parameter.required ? parameter.in : `${parameter.in}, optional`;
    return field(parameter.name, typeOf(schema), mark, notesOf(schema, parameter.description));
  });
  return fields.length === 0
    ? null
    : html`<h4>Parameters</h4>
        <ul class="fields">
          ${fields}
        </ul>`;
}

function content(document: Document, parts: DocumentContent | undefined): Html | null {
  const entry = Object.entries(parts ?? {})[0];
  if (!entry) return null;
  const [type, { schema }] = entry;
  return html`${type === 'application/json' ? null : html`<p class="limits">as <code>${type}</code></p>`}${
    schema ? bodyOf(document, schema) : null
  }`;
}

function replies(document: Document, operation: Operation): Html {
  const all = repliesOf(document, operation);
  const good = all.filter(([, { content: parts }]) => !isError(parts));
  const bad = all.filter(([, { content: parts }]) => isError(parts));
  return html`${good.map(
      ([status, reply]) =>
        html`<h4>Reply <span class="status">${status}</span></h4>
          ${reply.content ? content(document, reply.content) : html`<p class="kind">${reply.description}</p>`}`,
    )}
    <h4>Errors</h4>
    <dl class="errors">
      ${bad.map(
        ([status, reply]) =>
          html`<div>
            <dt>${status}</dt>
            <dd>${reply.description}</dd>
          </div>`,
      )}
    </dl>`;
}

const isError = (parts: DocumentContent | undefined): boolean =>
  Object.values(parts ?? {}).some(({ schema }) => schema?.$ref === '#/components/schemas/Error');

export function operationSection(document: Document, located: Located, baseUrl: string): Html {
  const { method, path, operation } = located;
  const { operationId: id, requestBody } = operation;
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="about">
      <h3 id="${id}-title"><a class="anchor" href="#${id}">${operation.summary ?? id}</a></h3>
      <p class="path">${methodBadge(method)} <code>${breakable(path)}</code></p>
      ${operation.description ? html`<p>${prose(operation.description)}</p>` : null}
      <p class="access">${access(operation)}</p>
      ${parameters(document, operation)}
      ${
        requestBody
          ? html`<h4>Body${requestBody.required ? null : html` <span class="mark">optional</span>`}</h4>
              ${content(document, requestBody.content)}`
          : null
      }
      ${replies(document, operation)}
    </div>
    <div class="example">
      <figure class="code">
        <figcaption>curl</figcaption>
        <pre
          tabindex="0"
          role="group"
          aria-label="curl for ${operation.summary ?? id}"
        ><code>${curlOf(document, located, baseUrl)}</code></pre>
      </figure>
    </div>
  </article> `;
}
