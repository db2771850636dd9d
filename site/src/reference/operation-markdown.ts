import { answersOf, pageItem } from './answers.ts';
import { type Document, type Event, examplesOf, kebab, type Operation, resolve, type Schema } from './read-document.ts';
import { typeHtml } from './schema-html.ts';
import { snippetsOf } from './snippets.ts';

const base = '/docs';

/** The page of an operation as Markdown, for programs that read it. */
export function operationMarkdown(operation: Operation, document: Document, titles: Record<string, string>): string {
  const { answers, errors } = answersOf(operation);
  const parameters = (operation.parameters ?? []).map((one) =>
    line(
      `\`${one.name}\` (${one.in}, ${typeText(one.schema, document)}${one.required ? ', required' : ''})`,
      one.description ?? one.schema.description,
    ),
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  const parts = [
    `# ${operation.summary}`,
    `\`${operation.method} ${operation.path}\``,
    access[operation.access],
    operation.description,
    parameters.length > 0 && `## Parameters\n\n${parameters.join('\n')}`,
    body && `## Body: ${typeText(body, document)}\n\n${fieldsMarkdown(body, document)}`,
    `## Response\n\n${answers
      .map(({ status, description, schema }) => {
        const item = schema && pageItem(document, schema);
        const shown = item ?? schema;
        const type = shown ? ` (${item ? 'page of ' : ''}${typeText(shown, document)})` : '';
        return `**${status}** ${description}${type}\n\n${shown ? fieldsMarkdown(shown, document) : ''}`.trim();
      })
      .join('\n\n')}`,
    `## Errors\n\n${errors.map((status) => `- [${status} ${titles[status] ?? ''}](${base}/errors.md)`).join('\n')}`,
    ...snippetsOf(operation).map(({ label, language, code }) => `## ${label}\n\n\`\`\`${language}\n${code}\n\`\`\``),
    ...Object.entries(operation.responses).flatMap(([status, { content }]) =>
      examplesOf(content?.['application/json'])
        .slice(0, 1)
        .map(
          ({ value }) =>
            `## Example of a response with ${status}\n\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
        ),
    ),
  ];
  return `${parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n')}\n`;
}

const access = { key: '', session: 'Needs the session of a person; a key cannot call it.', none: 'Needs no key.' };
const line = (head: string, text: string | undefined) => `- ${head}${text ? `: ${text}` : ''}`;

export function schemaMarkdown(name: string, document: Document): string {
  const schema = document.components.schemas[name] ?? {};
  return `# ${name}\n\n${schema.description ? `${schema.description}\n\n` : ''}${fieldsMarkdown(schema, document)}\n`;
}

export function eventMarkdown({ name, summary, description, media }: Event, document: Document): string {
  const example = examplesOf(media)[0]?.value;
  const parts = [
    `# ${name}`,
    summary,
    description,
    media?.schema && `## Body\n\n${fieldsMarkdown(media.schema, document)}`,
    example !== undefined && `## Example\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ];
  return `${parts.filter((part) => typeof part === 'string').join('\n\n')}\n`;
}

/** Named objects are links to their own pages; unnamed ones are indented below their field. */
function fieldsMarkdown(given: Schema, document: Document, indent = ''): string {
  const { schema } = resolve(document, given);
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const mark = schema.required?.includes(name) ? ', required' : '';
      const head = `${indent}${line(`\`${name}\` (${typeText(field, document)}${mark})`, field.description)}`;
      const inner = field.items ?? field;
      const inside = inner.$ref || indent.length > 4 ? '' : fieldsMarkdown(inner, document, `${indent}  `);
      return inside === '' ? head : `${head}\n${inside}`;
    })
    .join('\n');
}

function typeText(schema: Schema, document: Document): string {
  return typeHtml(schema, { document, base })
    .replaceAll(
      /<a href="[^"]*">(\w+)<\/a>/g,
      (_, name: string) => `[${name}](${base}/reference/schemas/${kebab(name)}.md)`,
    )
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
