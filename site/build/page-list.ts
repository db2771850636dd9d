/**
 * The pages of the site that are made from Markdown files of the repository. `sections` takes only these headings of
 * the file (level 2 or 3); the first one becomes the title of the page. A heading that no page lists stays with the
 * heading before it.
 */
export type SitePage = { slug: string; from: string; title?: string; label?: string; sections?: string[] };
export type PageGroup = { label: string; area: 'guides' | 'operating'; pages: SitePage[]; isClosed?: true };

const api = (slug: string, sections: string[], title?: string): SitePage => ({
  slug: `guides/${slug}`,
  from: 'docs/api.md',
  sections,
  ...(title !== undefined && { title }),
});
const file = (slug: string, from: string, title?: string): SitePage => ({
  slug,
  from,
  ...(title !== undefined && { title }),
});

export const pageGroups: PageGroup[] = [
  {
    label: 'Start',
    area: 'guides',
    pages: [
      file('guides/first-call', 'docs/guides/first-call.md'),
      file('guides/first-webhook', 'docs/guides/first-webhook.md'),
      api('authentication', ['Authentication']),
      file('guides/typescript', 'sdk/README.md', 'TypeScript SDK'),
      file('guides/python', 'sdk/python/README.md', 'Python SDK'),
      file('guides/going-live', 'docs/guides/going-live.md'),
    ],
  },
  {
    label: 'Read data',
    area: 'guides',
    pages: [
      api('paging', ['Lists'], 'Lists and paging'),
      api('filters', ['Filters', 'Order'], 'Filters and order'),
      api('data-sets', ['Data sets', 'As a CSV file']),
      api('syncs', ['Fetching', 'What is fetched when'], 'Syncs and schedules'),
      api('changes', ['Changes'], 'Follow changes'),
      api('insights', ['Insights']),
      file('guides/export', 'docs/export.md'),
      file('guides/mirror', 'docs/mirror.md'),
      api('screens', ['For screens', 'Deleting a company'], 'Overview, search and logs'),
      file('guides/platforms', 'docs/platforms.md'),
    ],
  },
  {
    label: 'Receive events',
    area: 'guides',
    pages: [
      file('guides/webhooks', 'docs/webhooks.md'),
      file('guides/verify-webhooks', 'docs/guides/verify-webhooks.md'),
      file('guides/migration', 'docs/migration.md'),
      file('guides/rules', 'docs/rules.md'),
    ],
  },
  {
    label: 'Send data',
    area: 'guides',
    pages: [
      file('guides/push', 'docs/push.md'),
      file('guides/agents', 'docs/agents.md'),
      api('errors', ['Errors', 'Retrying a change', 'Limits', 'Compatibility'], 'Errors, retries and limits'),
    ],
  },
  {
    label: 'Connect companies',
    area: 'guides',
    pages: [
      file('guides/link-page', 'docs/links.md'),
      file('guides/oauth', 'docs/oauth.md'),
      file('guides/portal', 'docs/portal.md'),
      file('guides/people', 'docs/people.md'),
      file('guides/mcp', 'docs/mcp.md'),
    ],
  },
  {
    label: 'Concepts',
    area: 'guides',
    pages: [
      file('concepts/generations', 'docs/concepts/generations.md'),
      file('concepts/change-feed', 'docs/concepts/change-feed.md'),
      file('concepts/lanes', 'docs/concepts/lanes.md'),
      file('concepts/push-states', 'docs/concepts/push-states.md'),
    ],
  },
  {
    label: 'Operating',
    area: 'operating',
    pages: [
      file('operating', 'docs/operating/README.md', 'Operating Daybook'),
      ...['containers', 'upgrading', 'backups', 'observing', 'notices', 'failover', 'scaling', 'cells', 'moving'].map(
        (name) => file(`operating/${name}`, `docs/operating/${name}.md`),
      ),
      file('operating/sizing', 'docs/operating/sizing.md'),
      file('operating/soak', 'docs/operating/soak.md'),
      file('operating/connectors', 'docs/connectors.md'),
    ],
  },
  {
    label: 'Runbooks',
    area: 'operating',
    isClosed: true,
    pages: [file('runbooks', 'docs/operating/runbooks/README.md')],
  },
  { label: 'Decisions', area: 'operating', isClosed: true, pages: [file('decisions', 'docs/decisions/README.md')] },
];

/** Every file of these folders is a page of the group with that label. */
export const folders = [
  { label: 'Runbooks', folder: 'docs/operating/runbooks', slug: 'runbooks' },
  { label: 'Decisions', folder: 'docs/decisions', slug: 'decisions' },
];
