import { dataTypes } from '@daybook/connector-kit';
import { systemClock } from '../../base/clock.ts';
import { runMirror } from '../../mirror/run-mirror.ts';
import { type Command, type CommandInput, textOption, UsageError } from '../command.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const mirror: Command = {
  name: 'mirror',
  summary: 'Keep tables in a PostgreSQL of your own equal to data sets of the API, until stopped',
  positionals: ['POSTGRES_URL'],
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    companies: { type: 'string' },
    types: { type: 'string' },
    schema: { type: 'string' },
    once: { type: 'boolean' },
    snapshot: { type: 'string' },
  },
  optionHelp: {
    url: 'URL of the API (default: DAYBOOK_API_URL, or http://localhost:8080)',
    key: 'API key with the scope "read" (default: DAYBOOK_API_KEY)',
    companies: 'comma-separated ids of companies; default: all that the key may read',
    types: 'comma-separated data types, such as invoices,customers; default: all',
    schema: 'schema of the tables; the mirror needs no rights outside of it (default: daybook)',
    once: 'end when everything is there and has been compared with the server',
    snapshot: 'load the snapshot with this id instead, of the one company of --companies, and end',
  },
  examples: [
    'daybook mirror postgres://me@localhost/books --url https://api.example.com --key dbk_…',
    'daybook mirror postgres://me@localhost/books --types invoices,payments --once',
    'daybook mirror postgres://me@localhost/books --schema october --companies COMPANY_ID --snapshot SNAPSHOT_ID',
  ],
  async run(input) {
    const [targetUrl = ''] = input.positionals;
    if (!/^postgres(ql)?:\/\//.test(targetUrl))
      throw new UsageError('POSTGRES_URL must be a URL that starts with postgres://.');
    const url = textOption(input, 'url') ?? input.env.DAYBOOK_API_URL ?? 'http://localhost:8080';
    const key = textOption(input, 'key') ?? input.env.DAYBOOK_API_KEY;
    if (!key) throw new UsageError('Give an API key with --key, or in DAYBOOK_API_KEY.');
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new UsageError('--url must be a URL that starts with http:// or https://.');
    const companies = listOption(input, 'companies');
    const wrong = companies?.find((id) => !uuid.test(id));
    if (wrong !== undefined) throw new UsageError(`--companies: "${wrong}" is not the id of a company.`);
    const snapshot = snapshotOption(input, companies);
    const stop = new AbortController();
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
    const isOnce = input.options.once === true;
    const done = await runMirror(
      { clock: systemClock },
      {
        ...{ targetUrl, url, key, isOnce, signal: stop.signal },
        // Standard output carries the result.
        print: (text) => void process.stderr.write(`${text}\n`),
        schemaName: textOption(input, 'schema') ?? 'daybook',
        dataTypes: typesOption(input),
        ...(snapshot && { snapshot }),
        ...(companies && { companies: new Set(companies.map((id) => id.toLowerCase())) }),
      },
    );
    const { loaded, changes, removed, verified, repaired } = done;
    const text = `Data sets loaded: ${loaded}, removed: ${removed}, compared: ${verified}, repaired: ${repaired}. Changes applied: ${changes}.`;
    return { data: done, text };
  },
};

/** A snapshot belongs to one company. */
function snapshotOption(input: CommandInput, companies: readonly string[] | undefined) {
  const snapshotId = textOption(input, 'snapshot');
  if (snapshotId === undefined) return undefined;
  if (!uuid.test(snapshotId)) throw new UsageError(`--snapshot: "${snapshotId}" is not the id of a snapshot.`);
  const [companyId, ...others] = companies ?? [];
  if (companyId === undefined || others.length > 0)
    throw new UsageError('--snapshot needs --companies with the id of the company that the snapshot belongs to.');
  return { companyId: companyId.toLowerCase(), snapshotId: snapshotId.toLowerCase() };
}

function typesOption(input: CommandInput): string[] {
  const known = dataTypes.map(({ name }) => name);
  const given = listOption(input, 'types');
  const unknown = given?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--types: "${unknown}" is not a data type. Known: ${known.join(', ')}.`);
  return given ?? known;
}

function listOption(input: CommandInput, name: string): string[] | undefined {
  return textOption(input, name)
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
