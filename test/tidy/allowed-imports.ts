/** Files that wire everything together: only these may import from any folder. */
const composition = [
  'src/main.ts',
  'src/app.ts',
  'src/routes.ts',
  'src/handlers.ts',
  'src/context.ts',
  'src/load-config.ts',
  'src/path-resources.ts',
  'src/refusals.ts',
  'src/restore-steps.ts',
  'src/upgrade-database.ts',
];

/** What each folder of src may import besides itself. Imports must not form cycles; add each new folder here. */
export const arrows: Record<string, string[]> = {
  base: [],
  // The ways out of the process: HTTP to platforms, webhooks, mail, and the guard that decides where they may go.
  outbound: ['base'],
  // Records and exports traces. Only the composition imports it; the others know the interface in base.
  tracing: ['base'],
  config: ['base', 'outbound'],
  db: ['base'],
  jobs: ['base', 'db'],
  lists: ['base', 'db'],
  http: ['base', 'db'],
  // Exports of lists: it reads the pages of their routes.
  csv: ['base', 'db', 'http', 'lists'],
  reference: ['base', 'events', 'http'],
  // The packages below know nothing of the server. A connector gets everything through the kit's interface.
  'connector-kit': [],
  'connector package': ['connector-kit'],
  // Our simulated platform, as independent of the rest as a real one.
  'sandbox package': ['connector-kit'],
  // Runs the connectors in threads.
  connectors: ['base', 'connector-kit'],
  // Events; the folders that handle them may import this one, not the reverse.
  events: ['base', 'db'],
  accounts: ['base', 'db', 'http', 'lists', 'events'],
  companies: ['base', 'db', 'http', 'lists', 'jobs', 'events', 'accounts'],
  // The redirect from a platform has no principal, so this folder writes its own audit entries.
  connections: [
    'base',
    'outbound',
    'db',
    'http',
    'lists',
    'events',
    'audit',
    'companies',
    'connectors',
    'connector-kit',
  ],
  webhooks: ['base', 'outbound', 'db', 'http', 'lists', 'jobs', 'events', 'accounts'],
  // The older webhooks will be removed as one folder, together with the migration. They may import the newer webhooks;
  // only the composition and the migration may import them.
  legacy: ['base', 'outbound', 'db', 'http', 'lists', 'jobs', 'events', 'accounts', 'webhooks'],
  'webhook-migration': ['base', 'outbound', 'db', 'http', 'lists', 'jobs', 'events', 'accounts', 'webhooks', 'legacy'],
  data: ['base', 'db', 'http', 'lists', 'csv', 'jobs', 'companies', 'connections', 'connectors', 'connector-kit'],
  // Custom fields: their mappings mark data sets that workers then compute again.
  mappings: ['base', 'db', 'http', 'lists', 'companies', 'connections', 'connectors', 'data', 'connector-kit'],
  // Checks of a generation before it is published, their levels and results.
  checks: ['base', 'db', 'http', 'lists', 'events', 'companies', 'data', 'connector-kit'],
  // The content of attachments, which the platform streams to the client, or which is kept after a sync.
  attachments: [
    'base',
    'db',
    'http',
    'lists',
    'jobs',
    'companies',
    'connections',
    'connectors',
    'data',
    'sync',
    'connector-kit',
  ],
  // Requests of clients in the platform's own language.
  'pass-through': ['base', 'db', 'http', 'audit', 'connections', 'connectors', 'data', 'connector-kit'],
  sync: [
    'base',
    'outbound',
    'db',
    'http',
    'lists',
    'jobs',
    'events',
    'accounts',
    'cells',
    'checks',
    'companies',
    'connections',
    'connectors',
    'data',
    'connector-kit',
  ],
  // Snapshots of companies: their operations. A snapshot may request syncs; `data` keeps what it pins.
  snapshots: ['base', 'db', 'http', 'lists', 'jobs', 'companies', 'connectors', 'data', 'sync'],
  // Uploaded files: confirming one links its connection and queues syncs, which read it.
  uploads: [
    'base',
    'db',
    'http',
    'lists',
    'jobs',
    'events',
    'companies',
    'connections',
    'connectors',
    'sync',
    'connector-kit',
  ],
  // A push publishes its record at once (data), and rejected credentials change the connection.
  push: [
    'base',
    'outbound',
    'db',
    'http',
    'lists',
    'jobs',
    'events',
    'companies',
    'connections',
    'connectors',
    'data',
    'connector-kit',
  ],
  // Reads and writes the rows of all folders, by the names of their tables.
  'account-move': ['base', 'db', 'lists', 'accounts', 'operations', 'webhooks'],
  // The audit trail: other folders write to it, and it imports none of them.
  audit: ['base', 'db', 'http', 'lists'],
  // What the server and the connectors report to these logs; both know only the interfaces in http and connections.
  logs: ['base', 'db', 'http', 'lists', 'connections'],
  // Signed requests between the cells of an installation.
  cells: ['base', 'outbound', 'http'],
  people: ['base', 'outbound', 'db', 'http', 'lists', 'accounts', 'audit', 'cells'],
  operations: ['base', 'db', 'http', 'jobs'],
  // Filters over a data type, whose consumer is told about each published generation.
  standing: ['base', 'db', 'http', 'lists', 'jobs', 'events', 'companies', 'data', 'connector-kit'],
  // Read-only summaries for the portal, from tables of many folders.
  overview: ['base', 'db', 'http', 'accounts', 'connections', 'webhooks'],
  // Figures of a company, computed from its data sets.
  insights: ['base', 'db', 'http', 'lists', 'companies', 'connectors', 'data', 'connector-kit'],
  // What was changed backwards: two published states, compared.
  restatements: ['base', 'db', 'http', 'lists', 'companies', 'connectors', 'data', 'connector-kit'],
  // The hash chain of publications, and bundles of records that prove what was in the books.
  proofs: ['base', 'cells', 'db', 'http', 'lists', 'jobs', 'companies', 'connectors', 'data', 'connector-kit'],
  // Looks up rows of many folders, by their ids and names.
  search: ['base', 'db', 'http', 'lists', 'companies', 'data', 'logs', 'webhooks'],
  live: ['base', 'db', 'http', 'data', 'push', 'sync', 'webhooks'],
  // The link page does what the API does with connections, for the owner of a company.
  links: [
    'base',
    'db',
    'http',
    'accounts',
    'audit',
    'companies',
    'connections',
    'connectors',
    'connector-kit',
    'people',
    'sync',
    'uploads',
  ],
  // Conditions of many folders, read from their tables. Events of clients and the older webhooks have no part in it.
  notices: ['base', 'outbound', 'db', 'http', 'lists', 'jobs', 'audit', 'webhooks'],
  // The operator's pages, which use the same functions as the command line.
  operator: [
    'base',
    'db',
    'http',
    'lists',
    'jobs',
    'accounts',
    'audit',
    'people',
    'cells',
    'operations',
    'push',
    'sync',
    'webhooks',
    'webhook-migration',
  ],
  // The tools of agents. They call operations through the server, so this folder needs none of their folders; of `data`,
  // it uses the names of fields.
  mcp: ['base', 'db', 'http', 'lists', 'audit', 'data', 'connector-kit'],
  portal: ['base', 'http'],
  // A client of the API, in another database: it knows the data types, and nothing of the server.
  mirror: ['base', 'db', 'lists', 'data', 'connector-kit', 'sdk'],
  // The published client.
  sdk: [],
  cli: [
    'base',
    'account-move',
    'outbound',
    'config',
    'connector-kit',
    'connectors',
    'csv',
    'db',
    'http',
    'lists',
    'jobs',
    'events',
    'accounts',
    'cells',
    'companies',
    'connections',
    'operations',
    'operator',
    'audit',
    'people',
    'proofs',
    'push',
    'sandbox package',
    'sync',
    'webhooks',
    'webhook-migration',
    'composition',
    'data',
    'mirror',
  ],
};

export function roomOf(path: string): string {
  if (composition.includes(path)) return 'composition';
  const [top, room, file] = path.split('/');
  if (top === 'connector-kit' || top === 'sdk') return top;
  if (top === 'connectors' || top === 'sandbox') return top === 'sandbox' ? 'sandbox package' : 'connector package';
  return file === undefined ? 'unlisted' : (room ?? '');
}
