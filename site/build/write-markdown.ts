import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasMarkdown } from '../src/markdown-copies.ts';
import type { Generated } from '../src/read-generated.ts';
import { eventMarkdown, operationMarkdown, schemaMarkdown } from '../src/reference/operation-markdown.ts';
import { kebab, readReference } from '../src/reference/read-document.ts';
import { root, type WrittenGroup } from './write-pages.ts';

/**
 * Writes pages as Markdown beside their HTML (`/docs/guides/paging.md`), and llms.txt, which lists them. Decisions are
 * left out: the server's package has a limit, and who changes Daybook has their Markdown in the repository.
 */
export async function writeMarkdown({ dist, menu, facts }: { dist: string; menu: WrittenGroup[]; facts: Generated }) {
  const { document, groups, tags, operations, events } = readReference(root);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), text);
  };
  for (const { slug, title, text } of menu.flatMap(({ pages }) => pages).filter(({ slug }) => hasMarkdown(slug)))
    await write(`${slug}.md`, `# ${title}\n\n${toMarkdownLinks(text).trim()}\n`);
  for (const operation of operations)
    await write(`reference/${operation.slug}.md`, operationMarkdown(operation, document, facts.titles));
  const names = Object.keys(document.components.schemas);
  for (const name of names) await write(`reference/schemas/${kebab(name)}.md`, schemaMarkdown(name, document));
  await write(
    'reference/schemas.md',
    `# Schemas\n\n${names.map((name) => `- [${name}](/docs/reference/schemas/${kebab(name)}.md)`).join('\n')}\n`,
  );
  for (const event of events) await write(`reference/events/${event.slug}.md`, eventMarkdown(event, document));
  const eventList = events
    .map((one) => `- [${one.name}](/docs/reference/events/${one.slug}.md): ${one.summary}`)
    .join('\n');
  await write('reference/events.md', `# Events\n\n${eventList}\n`);
  const listOf = (some: typeof operations) =>
    some.map((one) => `- [${one.summary}](/docs/reference/${one.slug}.md): \`${one.method} ${one.path}\``).join('\n');
  for (const tag of tags)
    await write(
      `reference/tags/${tag.slug}.md`,
      `# ${tag.name}\n\n${tag.description ? `${tag.description}\n\n` : ''}${listOf(tag.operations)}\n`,
    );
  const reference = tags.map((tag) => `## ${tag.name}\n\n${listOf(tag.operations)}`).join('\n\n');
  await write('reference.md', `# API reference\n\n${document.info.description ?? ''}\n\n${reference}\n`);
  await write('errors.md', errorsMarkdown(facts));
  const guides = menu
    .filter(({ label }) => label !== 'Decisions')
    .map(
      ({ label, pages }) =>
        `## ${label}\n\n${pages.map((one) => `- [${one.title}](/docs/${one.slug}.md): ${one.description}`).join('\n')}`,
    )
    .join('\n\n');
  const head = `# Daybook ${facts.version}\n\n> ${document.info.summary}. Every page of the documentation is also Markdown, except decisions: put .md after its address.\n\n- [OpenAPI document](/openapi.json)\n- [AsyncAPI document](/asyncapi.json): the events\n- [Errors](/docs/errors.md): every code, and what to do\n- [Schemas](/docs/reference/schemas.md): the objects of requests and responses\n- [Decisions](/docs/decisions/): why Daybook is built as it is`;
  const operationsText = (groups[0]?.tags ?? [])
    .map((tag) => `## API: ${tag.name}\n\n${listOf(tag.operations)}`)
    .join('\n\n');
  const eventsText = `## Events\n\n${eventList}`;
  await write('llms.txt', `${head}\n\n${guides}\n\n${operationsText}\n\n${eventsText}\n`);
  await write('index.md', `${head}\n\n${guides}\n\n## API reference\n\n- [All operations](/docs/reference.md)\n`);
}

/** Without what only our runner of code blocks reads, such as `no-run="…"`. */
const plainFences = (text: string) => text.replaceAll(/^( *```\w+) .*$/gm, '$1');

const toMarkdownLinks = (text: string) =>
  plainFences(text).replaceAll(/\]\(\/docs\/([^)#]*?)\/(#[^)]*)?\)/g, (link, path: string, anchor = '') =>
    hasMarkdown(path) ? `](/docs/${path}.md${anchor})` : link,
  );

function errorsMarkdown({ errors, titles }: Generated): string {
  const statuses = [...new Set(errors.map(({ status }) => status))].sort(
    (a, b) => Number(a < 400) - Number(b < 400) || a - b,
  );
  const sections = statuses.map(
    (status) =>
      `## ${status === 200 ? 'Warnings in a successful response' : `${status} ${titles[status] ?? ''}`}\n\n${errors
        .filter((one) => one.status === status)
        .map(({ code, meaning, remedy }) => `### ${code}\n\n${meaning}\n\nWhat to do: ${remedy}`)
        .join('\n\n')}`,
  );
  return `# Errors\n\n${sections.join('\n\n')}\n`;
}
