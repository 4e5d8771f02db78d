import type { ApiRoute } from '../../../platform/docs/api-routes.js';
import type { describeApi } from './openapi.js';

/** The page's only style sheet; its hash stands in the page's security policy. */
export const DOCS_STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h2 { margin-top: 2.5rem; overflow-wrap: anywhere }
  code, pre { font: 14px/1.5 ui-monospace, monospace }
  pre { overflow: auto; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem }
  td { padding: .25rem 1.5rem .25rem 0; vertical-align: top }
`;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const jsonBlock = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

type Parameter = { name: string; schema: unknown };

function parametersTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

/** The routes and schemas for people: plain HTML, without a script or anything from elsewhere. */
export function drawDocsPage(routes: readonly ApiRoute[], document: ReturnType<typeof describeApi>): string {
  const sections = routes.map(({ path, method, summary }) => {
    const { parameters = [], responses, requestBody } = document.paths[path]?.[method] ?? {};
    const title = path.includes('{')
      ? escapeHtml(path)
      : `<a href="${escapeHtml(path)}">${escapeHtml(path)}</a>`;
    return `<h2>${method.toUpperCase()} ${title}</h2>
      <p>${escapeHtml(summary)}</p>${parametersTable(parameters)}${requestBody ? jsonBlock(requestBody) : ''}
      <details><summary>Answers</summary>${jsonBlock(responses)}</details>`;
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${jsonBlock(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cryptonite API</title>
    <meta name="viewport" content="width=device-width"><style>${DOCS_STYLE}</style></head><body>
    <h1>Cryptonite API</h1><p>${escapeHtml(document.info.description)}
    The same as <a href="/api/docs/openapi.json">OpenAPI 3.1</a>.</p>
    ${sections.join('')}<h2>Schemas</h2>${schemas.join('')}</body></html>`;
}
