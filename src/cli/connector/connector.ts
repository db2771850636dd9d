import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Connector, Credentials } from '@daybook/connector-kit';
import { conformance } from '@daybook/connector-kit/conformance';
import { version } from '../../base/version.ts';
import { kitVersion } from '../../connectors/load-connectors.ts';
import { loadListed } from '../../load-config.ts';
import { createOutbound } from '../../outbound/http.ts';
import { type Command, type CommandResult, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { type CheckReport, type CheckResult, checkReport, passAgain, reportText } from './check-report.ts';
import { connectorFiles } from './connector-files.ts';
import { liveHttp } from './live-http.ts';
import { measurePulls } from './measure-pulls.ts';
import { findListed, readCredentials } from './read-credentials.ts';

export const connectorList: Command = {
  name: 'connector list',
  summary: 'List the platforms of this version and what each can pull and push',
  examples: ['daybook connector list', 'daybook connector list --json'],
  async run({ env }) {
    const loaded = await loadListed(env);
    const rows = loaded.map(({ sample: { platform, pull, push = {}, oauth, credentialFields } }) => ({
      platform: platform.key,
      name: platform.name,
      authorization: oauth ? 'OAuth 2' : credentialFields.map(({ name }) => name).join(', '),
      pull: Object.keys(pull),
      push: Object.keys(push),
    }));
    const counted = rows.map((row) => ({ ...row, pull: row.pull.length, push: row.push.length }));
    return { data: rows, text: table(counted, ['platform', 'name', 'authorization', 'pull', 'push']) };
  },
};

export const connectorNew: Command = {
  name: 'connector new',
  summary: 'Create the package of a new connector (see docs/connectors.md)',
  positionals: ['NAME'],
  options: { folder: { type: 'string' } },
  optionHelp: {
    folder: 'where to create it: a checkout of Daybook, or any other folder (default: the current directory)',
  },
  examples: ['daybook connector new acme', 'daybook connector new acme --folder ~/src'],
  async run(input) {
    const [key = ''] = input.positionals;
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(key) || key.length > 50)
      throw new UsageError('NAME must be lower-case letters, digits and single dashes, such as acme or acme-books.');
    const root = textOption(input, 'folder') ?? '.';
    const isInside = await isThere(join(root, 'connector-kit/package.json'));
    const folder = join(root, isInside ? `connectors/${key}` : `daybook-connector-${key}`);
    if (await isThere(folder)) throw new UsageError(`${folder} already exists. Choose another name.`);
    const files = connectorFiles(key, { isOutside: !isInside });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text, { flag: 'wx' });
    }
    const written = Object.keys(files).map((path) => join(root, path));
    const next = isInside
      ? ['Next: "npm install" links the package, "npm run platforms" adds it to docs/platforms.md.']
      : [
          `Next, in ${folder}: install the kit, then "npm run build". The kit is not on a registry yet:`,
          'in a checkout of Daybook, "npm run pack -- connector-kit FOLDER" writes it as a file, which',
          '"npm install --no-save FILE" installs.',
          `DAYBOOK_CONNECTORS=${resolve(folder)} makes Daybook load the connector.`,
        ];
    const text = [
      ...written.map((path) => `wrote ${path}`),
      ...next,
      'The further steps are in docs/connectors.md of Daybook.',
    ];
    return { data: { written }, text: text.join('\n') };
  },
};

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

export const connectorCheck: Command = {
  name: 'connector check',
  summary:
    'Run the conformance suite against a live platform with your own credentials, and print a report for a pull request; it changes no data',
  positionals: ['NAME'],
  options: { type: { type: 'string' } },
  optionHelp: {
    type: 'data type with the most records, used to check paging (default: invoices, or the first data type)',
  },
  examples: [
    'daybook connector check tryton',
    'DAYBOOK_TEST_TRYTON_PASSWORD=… daybook connector check tryton --type journalEntries',
  ],
  async run(input) {
    const found = await findListed(input);
    const connector = found.sample;
    const [firstType = ''] = Object.keys(connector.pull);
    const pagedType = textOption(input, 'type') ?? ('invoices' in connector.pull ? 'invoices' : firstType);
    if (!(pagedType in connector.pull))
      throw new UsageError(`The connector ${connector.platform.name} does not support ${pagedType}.`);
    const credentials = await readCredentials(input, connector);
    const outbound = createOutbound();
    try {
      const versions = { daybook: version, kit: kitVersion(), connector: found.version };
      return await runChecks(connector, { credentials, pagedType, outbound, versions });
    } finally {
      await outbound.close();
    }
  },
};

async function runChecks(
  original: Connector,
  given: {
    credentials: Credentials;
    pagedType: string;
    outbound: ReturnType<typeof createOutbound>;
    versions: CheckReport['versions'];
  },
): Promise<NonNullable<CommandResult>> {
  const { connector, measured } = measurePulls(original);
  const { accessToken, ...credentials } = given.credentials;
  const wrong = Object.fromEntries(
    connector.credentialFields.filter(({ secret }) => secret).map(({ name }) => [name, 'wrong-but-secret']),
  );
  const http = liveHttp(given.outbound, accessToken);
  const checks = conformance(connector, {
    http,
    credentials,
    // With OAuth 2, the HTTP client adds the access token, and the credentials contain no secret. A platform may also have
    // no secrets at all. Then there are no wrong credentials to test.
    ...(Object.keys(wrong).length > 0 && { wrongCredentials: { ...credentials, ...wrong } }),
    pagedType: given.pagedType,
    isSomebodysOwn: true,
  });
  const results: CheckResult[] = [];
  for (const { title, run } of checks) {
    const problem = await run().then(
      () => undefined,
      (error: Error) => error.message.split('\n').slice(0, 4).join(' '),
    );
    results.push({ title, ...(problem !== undefined && { problem }) });
    // Report each check immediately, because a full pass over a company's books can take minutes.
    process.stderr.write(`${problem === undefined ? 'passed' : 'FAILED'}  ${title}${problem ? `: ${problem}` : ''}\n`);
  }
  const incremental = await passAgain(connector, measured, { http, credentials });
  const report = checkReport(connector, { versions: given.versions, results, measured, incremental });
  return { data: report, text: reportText(report), exitCode: report.failed.length > 0 ? 1 : 0 };
}
