/**
 * The pages of the site that are made from Markdown files of the repository. `sections` takes only these headings of
 * the file (level 2 or 3); the first one becomes the title of the page. A heading that no page lists stays with the
 * heading before it. `about` is the page in one sentence for lists of pages; without it, its first sentence is taken.
 * `words` are other names for what it is about, for the search.
 */
export type SitePage = {
  slug: string;
  from: string;
  title?: string;
  label?: string;
  sections?: string[];
  about?: string;
  words?: string;
};
export type PageGroup = { label: string; area: 'guides' | 'operating'; pages: SitePage[]; isClosed?: true };

type More = Pick<SitePage, 'title' | 'about' | 'words'>;
const api = (slug: string, sections: string[], more: More = {}): SitePage => ({
  slug: `guides/${slug}`,
  from: 'docs/api.md',
  sections,
  ...more,
});
const file = (slug: string, from: string, more: More = {}): SitePage => ({ slug, from, ...more });

const operating = (name: string, about: string, words: string) =>
  file(`operating/${name}`, `docs/operating/${name}.md`, { about, words });

export const pageGroups: PageGroup[] = [
  {
    label: 'Start',
    area: 'guides',
    pages: [
      file('guides/first-call', 'docs/guides/first-call.md', { words: 'quickstart getting started tutorial hello' }),
      file('guides/first-webhook', 'docs/guides/first-webhook.md', { words: 'receive tutorial' }),
      api('authentication', ['Authentication'], {
        about: 'How a program proves who it is: API keys, their scopes, their end, and the tags they are limited to.',
        words: 'authentication api key keys authorization auth basic bearer token scopes credentials login',
      }),
      file('guides/typescript', 'sdk/README.md', {
        title: 'TypeScript SDK',
        words: 'client library javascript node npm',
      }),
      file('guides/python', 'sdk/python/README.md', { title: 'Python SDK', words: 'client library pip asyncio' }),
      file('guides/going-live', 'docs/guides/going-live.md', { words: 'production checklist launch' }),
      file('guides/write-a-connector', 'docs/guides/write-a-connector.md', {
        words: 'tutorial new platform connector kit fixtures conformance',
      }),
    ],
  },
  {
    label: 'Read data',
    area: 'guides',
    pages: [
      api('paging', ['Lists'], {
        title: 'Lists and paging',
        about: 'How lists are read page by page, with next links that stay on one state of the data.',
        words: 'pagination paginate page pages pageSize cursor next totalResults limit offset',
      }),
      api('filters', ['Filters', 'Order'], {
        title: 'Filters and order',
        about: 'The filter language of every list (the parameter query), and how to sort.',
        words: 'filter filtering query where sort sorting orderBy search operators',
      }),
      api('data-sets', ['Data sets', 'As a CSV file'], {
        about: 'How the records of a company are read: by type, by id, in earlier versions, and as CSV.',
        words: 'records data types csv versions',
      }),
      api('syncs', ['Fetching', 'What is fetched when'], {
        title: 'Syncs and schedules',
        words: 'sync schedule refresh fetch frequency',
      }),
      api('changes', ['Changes'], {
        title: 'Follow changes',
        about: 'The change feed: what was added, updated or deleted since you last asked.',
        words: 'change feed cdc incremental delta polling',
      }),
      api('insights', ['Insights'], {
        about: 'Figures computed from the books of a company: cash, revenue, receivables, payables and more.',
      }),
      file('guides/attachments', 'docs/attachments.md', { words: 'file document scan receipt pdf download' }),
      file('guides/export', 'docs/export.md', { words: 'export download bulk parquet ndjson csv' }),
      file('guides/mappings', 'docs/mappings.md', { words: 'custom fields own columns sourceData preview' }),
      file('guides/freshness', 'docs/freshness.md', { words: 'age max-age wait Prefer stale demand' }),
      file('guides/snapshots', 'docs/snapshots.md', { words: 'consistent point in time pin audit' }),
      file('guides/standing-queries', 'docs/standing-queries.md', {
        words: 'standing query filter subscribe alert watch',
      }),
      file('guides/proofs', 'docs/proofs.md', {
        words: 'proof verify bundle hash chain merkle signature audit evidence',
      }),
      file('guides/restatements', 'docs/restatements.md', { words: 'restated backdated closed period compare audit' }),
      file('guides/mirror', 'docs/mirror.md', { words: 'replicate copy warehouse sql' }),
      api('screens', ['For screens', 'Deleting a company'], {
        title: 'Overview, search and logs',
        about: 'What a screen of your own shows: an overview, a search, logs, and the deletion of a company.',
        words: 'delete company purge erase gdpr',
      }),
      file('guides/platforms', 'docs/platforms.md', {
        about: 'Which accounting platforms can be connected, and which data types each of them has.',
        words: 'integrations connectors xero quickbooks supported',
      }),
    ],
  },
  {
    label: 'Receive events',
    area: 'guides',
    pages: [
      file('guides/webhooks', 'docs/webhooks.md', {
        words: 'webhooks webhooks webhooks events endpoint retries delivery',
      }),
      file('guides/webhook-consumers', 'docs/guides/webhook-consumers.md', {
        words: 'consumer settings channels filter fields ed25519 public key oauth authorization firewall ip addresses',
      }),
      file('guides/message-log', 'docs/guides/message-log.md', {
        words: 'message log attempts resend retry recover replay redelivery',
      }),
      file('guides/verify-webhooks', 'docs/guides/verify-webhooks.md', {
        about: 'How to check the signature of a webhook, with code in six languages.',
        words: 'signature verification hmac signing secret webhook-signature',
      }),
      file('guides/migration', 'docs/migration.md'),
      file('guides/rules', 'docs/rules.md'),
    ],
  },
  {
    label: 'Send data',
    area: 'guides',
    pages: [
      file('guides/push', 'docs/push.md', { words: 'push write create update invoice back' }),
      file('guides/pass-through', 'docs/pass-through.md', { words: 'raw request proxy native api' }),
      file('guides/agents', 'docs/agents.md', { words: 'mcp model context protocol llm ai claude' }),
      api('errors', ['Errors', 'Retrying a change', 'Limits', 'Compatibility'], {
        title: 'Errors, retries and limits',
        about: 'What an error response contains, which requests may be retried, rate limits, and what may change.',
        words:
          'idempotency idempotent error retry rate limit limits idempotency-key 429 retry-after deprecation compatibility',
      }),
    ],
  },
  {
    label: 'Connect companies',
    area: 'guides',
    pages: [
      file('guides/link-page', 'docs/links.md', {
        about: 'The page where the owner of a company connects its books, and how to make it look like yours.',
      }),
      file('guides/oauth', 'docs/oauth.md', {
        about: 'What the operator sets up for platforms whose owners give consent, such as Xero and QuickBooks.',
      }),
      file('guides/coming-from-elsewhere', 'docs/coming-from-elsewhere.md', {
        about: 'How to import connections with their tokens, and what else replaces another system.',
        words: 'import migrate tokens refresh token switch replace bulk sync settings pass-through passthrough',
      }),
      file('guides/portal', 'docs/portal.md', {
        about: 'The screens of the portal and of the link page, with pictures.',
      }),
      file('guides/people', 'docs/people.md', {
        about: 'How people sign in, what their roles permit, and the audit log.',
        words: 'users roles permissions sign-in passkey sso audit',
      }),
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
      file('operating', 'docs/operating/README.md', {
        title: 'Operating Daybook',
        words: 'install settings configuration',
      }),
      operating('containers', 'How to run Daybook with Docker or Podman.', 'docker compose podman kubernetes helm'),
      operating(
        'upgrading',
        'How to upgrade and roll back without failed requests or lost events.',
        'upgrade rollback',
      ),
      operating('backups', 'How to back up the database, restore it, and try the restore.', 'backup restore disaster'),
      operating(
        'observing',
        'Metrics for Prometheus, alerts, a dashboard for Grafana, and traces.',
        'metrics logs alerts',
      ),
      operating('notices', 'How people are told of problems: by e-mail, in a chat or in the browser.', 'email slack'),
      operating('failover', 'How a standby database takes over when the first one fails.', 'replica high availability'),
      operating('scaling', 'When one process is enough, and what to add when it is not.', 'scale load balancer'),
      operating('cells', 'How several databases share the accounts of one service.', 'shard sharding'),
      operating('moving', 'How an account is moved to another cell while it is in use.', 'move account'),
      file('operating/sizing', 'docs/operating/sizing.md', {
        about: 'How many cores, how much memory and how much disk an installation needs.',
      }),
      operating('soak', 'What must stay flat when an installation runs for months, and how it is tested.', 'soak leak'),
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
