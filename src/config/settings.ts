import ipaddr from 'ipaddr.js';
import { loadSettings } from './load-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { maskUrl } from './mask-url.ts';
import { peopleSettings } from './people-settings.ts';
import { platformSettings } from './platform-settings.ts';
import { providerSettings } from './provider-settings.ts';
import { webhookSettings } from './webhook-settings.ts';

/** All settings, each with its variable, type and purpose. `daybook config` prints this list as the documentation. */
export type Kind =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'optionalUrl'
  | 'optionalDate'
  | 'postgresUrl'
  | 'optionalPostgresUrl'
  | 'optionalSmtpUrl'
  | 'addresses'
  | 'cell'
  | 'keys';

export type Setting = {
  variable: string;
  kind: Kind;
  /** If undefined, the setting is required. */
  fallback?: string | number | boolean;
  example: string;
  help: string;
  choices?: readonly string[];
  min?: number;
  max?: number;
  mask?: (value: unknown) => string;
};

type Parsed = { value: unknown } | { problem: string };

export const settings = {
  databaseUrl: {
    variable: 'DAYBOOK_DATABASE_URL',
    kind: 'postgresUrl',
    example: 'postgres://daybook:secret@localhost:5432/daybook',
    help: 'URL of a PostgreSQL database, version 15 or later. The user must own it or be allowed to create tables in it.',
    mask: (value) => maskUrl(String(value)),
  },
  databasePoolSize: {
    variable: 'DAYBOOK_DATABASE_POOL_SIZE',
    kind: 'integer',
    fallback: 20,
    min: 2,
    max: 1000,
    example: '20',
    help: 'Maximum number of connections in the PostgreSQL pool of each process.',
  },
  databaseUpgrade: {
    variable: 'DAYBOOK_DATABASE_UPGRADE',
    kind: 'choice',
    choices: ['auto', 'manual'],
    fallback: 'auto',
    example: 'manual',
    help: 'With auto, "daybook serve" upgrades the schema. With manual, only "daybook db upgrade" upgrades it.',
  },
  databasePooler: {
    variable: 'DAYBOOK_DATABASE_POOLER',
    kind: 'boolean',
    fallback: false,
    example: 'true',
    help: 'Set to true if the URL goes through a transaction pooler such as PgBouncer. Daybook then uses neither named statements nor start-up settings.',
  },
  role: {
    variable: 'DAYBOOK_ROLE',
    kind: 'choice',
    choices: ['api', 'worker', 'all'],
    fallback: 'all',
    example: 'api',
    help: 'What this process does: api serves requests, worker runs jobs, all does both.',
  },
  cell: {
    variable: 'DAYBOOK_CELL',
    kind: 'cell',
    fallback: 'main',
    example: 'eu1',
    help: 'Name of this cell (one installation with its own database); part of every API key created here.',
  },
  host: {
    variable: 'DAYBOOK_HOST',
    kind: 'text',
    fallback: '127.0.0.1',
    example: '0.0.0.0',
    help: 'Address to listen on.',
  },
  port: {
    variable: 'DAYBOOK_PORT',
    kind: 'integer',
    fallback: 8080,
    min: 0,
    max: 65535,
    example: '8080',
    help: 'Port to listen on. 0 means any free port.',
  },
  baseUrl: {
    variable: 'DAYBOOK_BASE_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://api.example.com',
    help: 'URL at which clients reach the API; used in every link. Default: http://localhost:<port>.',
  },
  docsUrl: {
    variable: 'DAYBOOK_DOCS_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'https://docs.example.com',
    help: 'URL of the documentation; error messages link to it. Default: the built-in pages at <base URL>/docs.',
  },
  secretKeys: {
    variable: 'DAYBOOK_SECRET_KEYS',
    kind: 'keys',
    example: 'k1:<32 random bytes in base64>',
    help: 'Keys that encrypt stored secrets, as "id:base64", separated by commas. The first key encrypts; the others only decrypt. "daybook config new-key" creates a key. All processes and commands of a cell need the same keys.',
    mask: (value) => (value as { id: string }[]).map((key) => `${key.id}:****`).join(','),
  },
  sandboxUrl: {
    variable: 'DAYBOOK_SANDBOX_URL',
    kind: 'optionalUrl',
    fallback: '',
    example: 'http://127.0.0.1:8090',
    help: 'URL of "daybook sandbox"; enables the platform "sandbox", an accounting system for trials and tests.',
  },
  logLevel: {
    variable: 'DAYBOOK_LOG_LEVEL',
    kind: 'choice',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    fallback: 'info',
    example: 'info',
    help: 'Minimum level of log lines.',
  },
  requestsPerMinute: {
    variable: 'DAYBOOK_REQUESTS_PER_MINUTE',
    kind: 'integer',
    fallback: 600,
    min: 1,
    max: 1_000_000_000,
    example: '600',
    help: 'Maximum number of requests per minute and account, across all processes.',
  },
  requestsPerDayPerCompany: {
    variable: 'DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY',
    kind: 'integer',
    fallback: 1000,
    min: 1,
    max: 1_000_000_000,
    example: '1000',
    help: 'The maximum number of requests per day and account is this number times (1 + the number of linked companies).',
  },
  requestsAtOncePerCompany: {
    variable: 'DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY',
    kind: 'integer',
    fallback: 10,
    min: 1,
    max: 100_000,
    example: '10',
    help: 'Maximum number of concurrent requests for one company, across all processes.',
  },
  waitingReadersPerAccount: {
    variable: 'DAYBOOK_WAITING_READERS_PER_ACCOUNT',
    kind: 'integer',
    fallback: 100,
    min: 1,
    max: 1_000_000,
    example: '100',
    help: 'Maximum number of change feed clients that wait or keep a stream open, per account and process.',
  },
  syncsAtOncePerPlatform: {
    variable: 'DAYBOOK_SYNCS_AT_ONCE_PER_PLATFORM',
    kind: 'integer',
    fallback: 8,
    min: 2,
    max: 100,
    example: '8',
    help: 'Maximum number of concurrent syncs per worker process and platform. One account gets at most half of them.',
  },
  fullPassEveryHours: {
    variable: 'DAYBOOK_FULL_PASS_EVERY_HOURS',
    kind: 'integer',
    fallback: 168,
    min: 1,
    max: 100_000,
    example: '168',
    help: 'If the last full sync is older than this many hours, the next sync reads everything and not only changes. For platforms that do not report deletions, the limit is at most 24 hours.',
  },
  syncAttemptsMax: {
    variable: 'DAYBOOK_SYNC_ATTEMPTS_MAX',
    kind: 'integer',
    fallback: 10,
    min: 1,
    max: 100,
    example: '10',
    help: 'A sync fails after this many attempts without a new page. The wait between attempts doubles from 5 s up to 30 min.',
  },
  versionsKeptHours: {
    variable: 'DAYBOOK_VERSIONS_KEPT_HOURS',
    kind: 'integer',
    fallback: 168,
    min: 24,
    max: 1_000_000,
    example: '168',
    help: 'How many hours superseded versions of records are kept. Page links, asOf and the list of versions of a record need them.',
  },
  cursorsKeptMinutes: {
    variable: 'DAYBOOK_CURSORS_KEPT_MINUTES',
    kind: 'integer',
    fallback: 1500,
    min: 10,
    max: 20_160,
    example: '1500',
    help: 'How many minutes the page links of a list work after page 1 was read. After that, they return 410. During this time, the previous version is kept for every published sync and every change of a company, about 0.5 kB each.',
  },
  syncsKeptDays: {
    variable: 'DAYBOOK_SYNCS_KEPT_DAYS',
    kind: 'integer',
    fallback: 90,
    min: 2,
    max: 10_000,
    example: '90',
    help: 'How many days finished syncs stay in the history.',
  },
  pushesKeptDays: {
    variable: 'DAYBOOK_PUSHES_KEPT_DAYS',
    kind: 'integer',
    fallback: 365,
    min: 2,
    max: 10_000,
    example: '365',
    help: 'How many days finished push operations stay in the history.',
  },
  bodyLimitBytes: {
    variable: 'DAYBOOK_BODY_LIMIT_BYTES',
    kind: 'integer',
    fallback: 4_194_304,
    min: 1024,
    max: 1_073_741_824,
    example: '4194304',
    help: 'Maximum size of a request body, in bytes.',
  },
  requestTimeoutMs: {
    variable: 'DAYBOOK_REQUEST_TIMEOUT_MS',
    kind: 'integer',
    fallback: 30_000,
    min: 100,
    max: 600_000,
    example: '30000',
    help: 'Timeout in milliseconds for one PostgreSQL statement of a request.',
  },
  stopDelayMs: {
    variable: 'DAYBOOK_STOP_DELAY_MS',
    kind: 'integer',
    fallback: 5000,
    min: 0,
    max: 60_000,
    example: '5000',
    help: 'How many milliseconds a process still accepts requests after SIGTERM, while /health/ready returns 503. This must be longer than your load balancer needs to notice the 503. The time is part of DAYBOOK_STOP_TIMEOUT_MS.',
  },
  stopTimeoutMs: {
    variable: 'DAYBOOK_STOP_TIMEOUT_MS',
    kind: 'integer',
    fallback: 25_000,
    min: 0,
    max: 600_000,
    example: '25000',
    help: 'Maximum time to stop a process, in milliseconds. It includes DAYBOOK_STOP_DELAY_MS, after which requests and jobs finish.',
  },
  ...loadSettings,
  ...platformSettings,
  ...providerSettings,
  ...webhookSettings,
  ...mailSettings,
  ...peopleSettings,
} satisfies Record<string, Setting>;

export const parsers: Record<Kind, (text: string, setting: Setting) => Parsed> = {
  text: (text) => ({ value: text }),
  integer: (text, { min = 0, max = Number.MAX_SAFE_INTEGER }) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      return { problem: `must be a whole number from ${min} to ${max}, but is "${text}".` };
    }
    return { value };
  },
  boolean: (text) =>
    text === 'true' || text === 'false'
      ? { value: text === 'true' }
      : { problem: `must be true or false, but is "${text}".` },
  choice: (text, { choices = [] }) =>
    choices.includes(text) ? { value: text } : { problem: `must be one of ${choices.join(', ')}, but is "${text}".` },
  choices: (text, { choices = [] }) => {
    const chosen = text.split(',').flatMap((part) => part.trim() || []);
    const wrong = chosen.find((one) => !choices.includes(one));
    if (wrong === undefined) return { value: chosen };
    return { problem: `must be a list of ${choices.join(', ')}, separated by commas, but contains "${wrong}".` };
  },
  optionalUrl: (text) => (text ? parseUrl(text, ['http:', 'https:']) : { value: '' }),
  optionalDate: (text) =>
    text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
      ? { value: text }
      : { problem: `must be a date such as 2027-12-31, but is "${text}".` },
  postgresUrl: parsePostgresUrl,
  optionalPostgresUrl: (text) => (text ? parsePostgresUrl(text) : { value: '' }),
  optionalSmtpUrl: (text) => (text ? parseUrl(text, ['smtp:', 'smtps:']) : { value: '' }),
  addresses: parseAddresses,
  cell: (text) =>
    /^[a-z][a-z0-9]{0,15}$/.test(text)
      ? { value: text }
      : { problem: `must be 1 to 16 lower-case letters and digits, beginning with a letter, but is "${text}".` },
  keys: parseKeys,
};

function parseUrl(text: string, protocols: string[]): Parsed {
  const url = URL.parse(text);
  // Do not quote the value, because it may contain a password.
  if (!url || !protocols.includes(url.protocol)) {
    return { problem: `must be a URL beginning with ${protocols.map((p) => `${p}//`).join(' or ')}.` };
  }
  return { value: text.replace(/\/+$/, '') };
}

function parsePostgresUrl(text: string): Parsed {
  const parsed = parseUrl(text, ['postgres:', 'postgresql:']);
  return 'value' in parsed ? { value: text } : parsed;
}

/** Parses addresses and CIDR ranges. A single address becomes a range of one address. */
function parseAddresses(text: string): Parsed {
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (part.includes('/') ? part : `${part}/${part.includes(':') ? 128 : 32}`));
  const wrong = ranges.find((range) => !ipaddr.isValidCIDR(range));
  if (wrong) return { problem: `must be addresses or ranges, separated by commas, but contains "${wrong}".` };
  return { value: ranges };
}

function parseKeys(text: string): Parsed {
  const keys: { id: string; key: Buffer }[] = [];
  for (const part of text.split(',')) {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,16}):([A-Za-z0-9+/_=-]+)$/.exec(part.trim()) ?? [];
    const key = Buffer.from(encoded ?? '', 'base64');
    if (!id || key.length !== 32) {
      return {
        problem: 'must be "id:key" pairs separated by commas, each key 32 bytes in base64 ("daybook config new-key").',
      };
    }
    if (keys.some((other) => other.id === id)) return { problem: `contains the key id "${id}" twice.` };
    keys.push({ id, key });
  }
  return { value: keys };
}
