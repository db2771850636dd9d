import { escapeHtml, htmlPage, htmlTable, inline, paragraph } from './html.ts';

/** The reference at /docs is one HTML page, generated from the OpenAPI document. */
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
  components: { schemas: Record<string, Schema> };
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
  const base = document.servers[0]?.url ?? '';
  return htmlPage({
    title: `${info.title} API reference`,
    style: 'docs/style.css',
    navigation: `<strong>${escapeHtml(info.title)}</strong> ${escapeHtml(info.version)}${menu.join('')}<h2>More</h2><ul><li><a href="#shapes">Schemas</a></li><li><a href="docs/errors">Errors</a></li><li><a href="openapi.json">OpenAPI 3.1</a></li></ul>`,
    main: `<h1>${escapeHtml(info.title)} API reference</h1><p>${escapeHtml(info.summary)}. Base URL: <code>${escapeHtml(base)}</code></p>
<p>${escapeHtml(info.description)}</p><p>Send your API key as the user name of HTTP Basic authentication: <code>curl -u YOUR_KEY: ${escapeHtml(base)}/companies</code></p>
${operations.map(section).join('\n')}
<h2 id="shapes">Schemas</h2>${shapes.join('\n')}`,
  });
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${escapeHtml(parameter.in)}</td><td>${typeName(parameter.schema)}</td><td>${inline(parameter.description)}</td></tr>`,
  );
  const statuses = Object.entries(operation.responses);
  const answers = statuses
    .filter(([, response]) => !response.$ref)
    .map(
      ([status, response]) =>
        `<tr><td>${badge(status)}</td><td>${inline(response.description)}</td><td>${bodyType(response)}</td></tr>`,
    );
  const refusals = statuses.filter(([, response]) => response.$ref).map(([status]) => badge(status));
  return `<section id="${operation.operationId}"><h2>${escapeHtml(operation.summary)}</h2>
<p class="call"><span class="method ${method}">${method}</span> <code>${escapeHtml(path)}</code></p>${paragraph(operation.description)}
${rows.length ? htmlTable(['Parameter', 'In', 'Type', ''], rows) : ''}
${operation.requestBody ? `<p>Body: ${bodyType(operation.requestBody)}</p>` : ''}
${htmlTable(['Response', '', 'Body'], answers)}
<p>Errors, with the body <a href="#shape-Error">Error</a>: ${refusals.join(' ')}</p></section>`;
}

const badge = (status: string) => `<code class="s${status[0]}">${status}</code>`;

function bodyType(content: Content): string {
  const schema = content.content?.['application/json']?.schema;
  if (!schema) return '';
  const item = schema.properties?.results?.items;
  return item ? `page of ${typeName(item)}` : typeName(schema);
}

function properties(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, property]) =>
      `<tr><td><code>${escapeHtml(name)}</code>${schema.required?.includes(name) ? '' : ' <em>optional</em>'}</td><td>${typeName(property)}</td><td>${inline(property.description)}</td></tr>`,
  );
  return htmlTable(['Field', 'Type', ''], rows);
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
