/** The reference at /docs: one page of HTML, written from the OpenAPI document; loads nothing from elsewhere, runs no script. */
type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  anyOf?: Schema[];
  const?: unknown;
};
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string; description?: string }>;
};
type Document = {
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, { description: string }> };
};

export function referencePage(document: Document): string {
  const { info, tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const menu = tags.map(({ name }) => {
    const items = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ operation }) => `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`);
    return `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
  });
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section id="shape-${name}"><h3>${escapeHtml(name)}</h3>${paragraph(schema.description)}${properties(schema)}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API reference</title><link rel="stylesheet" href="docs/style.css"></head><body>
<nav><strong>${escapeHtml(info.title)}</strong> ${escapeHtml(info.version)}${menu.join('')}<h2>More</h2><ul><li><a href="#shapes">Shapes</a></li><li><a href="openapi.json">OpenAPI 3.1</a></li></ul></nav>
<main><h1>${escapeHtml(info.title)} API reference</h1><p>${escapeHtml(info.summary)}. Base URL: <code>${escapeHtml(document.servers[0]?.url ?? '')}</code></p>
<p>${escapeHtml(info.description)}</p><p>Send your API key as the user name of HTTP Basic authentication: <code>curl -u YOUR_KEY: ${escapeHtml(document.servers[0]?.url ?? '')}/companies</code></p>
${operations.map((entry) => section(entry, document)).join('\n')}
<h2 id="shapes">Shapes</h2>${shapes.join('\n')}</main></body></html>`;
}

function section(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  document: Document,
): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}</td><td>${typeName(parameter.schema)}</td><td>${escapeHtml(parameter.description ?? '')}</td></tr>`,
  );
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    const description =
      response.description ?? document.components.responses[response.$ref?.split('/').at(-1) ?? '']?.description ?? '';
    const shape = bodyType(response);
    return `<tr class="s${status[0]}"><td><code>${status}</code></td><td>${escapeHtml(description)}</td><td>${shape}</td></tr>`;
  });
  return `<section id="${operation.operationId}"><h2>${escapeHtml(operation.summary)}</h2>
<p class="call"><span class="method ${method}">${method}</span> <code>${escapeHtml(path)}</code></p>${paragraph(operation.description)}
${rows.length ? table(['Parameter', 'In', 'Type', ''], rows) : ''}
${operation.requestBody ? `<p>Body: ${bodyType(operation.requestBody)}</p>` : ''}
${table(['Status', '', 'Body'], answers)}</section>`;
}

function bodyType(content: Content): string {
  const schema = content.content?.['application/json']?.schema;
  if (!schema) return '';
  const item = schema.properties?.results?.items;
  return item ? `page of ${typeName(item)}` : typeName(schema);
}

function properties(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${schema.required?.includes(name) ? '' : ' <em>optional</em>'}</td><td>${typeName(property)}</td><td>${escapeHtml(property.description ?? '')}</td></tr>`,
  );
  return table(['Field', 'Type', ''], rows);
}

function typeName(schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return `<a href="#shape-${name}">${escapeHtml(name)}</a>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ');
  if (schema.type === 'array' && schema.items) return `list of ${typeName(schema.items)}`;
  const limits = [
    schema.format,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minimum, schema.maximum, ''),
  ];
  const fallback = schema.default === undefined ? '' : `, default ${schema.default}`;
  return escapeHtml([schema.type ?? 'value', ...limits.filter(Boolean)].join(', ') + fallback);
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  if (low === undefined && high === undefined) return '';
  return `${low ?? 0} to ${high ?? '…'} ${unit}`.trim();
}

const table = (heads: string[], rows: string[]) =>
  `<div class="wide"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
const paragraph = (text: string | undefined) =>
  text ? `<p>${escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>` : '';
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

export const referenceStyle = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{margin:0;display:flex;font:16px/1.55 system-ui,sans-serif;align-items:flex-start}
nav{position:sticky;top:0;max-height:100vh;overflow:auto;flex:0 0 15rem;padding:1.5rem;box-sizing:border-box;font-size:.9rem;border-right:1px solid var(--line)}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;margin:1.2rem 0 .3rem;opacity:.7}nav ul{list-style:none;margin:0;padding:0}nav li{padding:.15rem 0}
main{padding:1.5rem 2.5rem 6rem;max-width:60rem;min-width:0;flex:1}section{border-top:1px solid var(--line);margin-top:2rem}
a{color:light-dark(#0b5cad,#7ab8ff)}code{font:.88em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:3px}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.8rem 0}th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line)}
.call{font-size:1.05rem}.method{display:inline-block;min-width:3.5rem;text-align:center;font:600 .8rem ui-monospace,monospace;padding:.2rem .5rem;border-radius:4px;color:#fff;background:#456}
.GET{background:#17693b}.POST{background:#0b5cad}.PUT,.PATCH{background:#8a5a00}.DELETE{background:#a3262a}
tr.s2 td:first-child code{color:light-dark(#17693b,#6fd79b)}tr.s4 td:first-child code,tr.s5 td:first-child code{color:light-dark(#a3262a,#ff9a94)}
@media(max-width:48rem){body{display:block}nav{position:static;border:0;max-height:none}main{padding:1rem}}`;
