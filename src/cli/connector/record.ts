import type { Connector, Credentials } from '@daybook/connector-kit';
import { ProviderError } from '@daybook/connector-kit';
import { recordFixtures } from '@daybook/connector-kit/fixtures';
import { createOutbound } from '../../outbound/http.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { liveHttp } from './live-http.ts';
import { findListed, readCredentials } from './read-credentials.ts';

const pagesDefault = 2;

export const connectorRecord: Command = {
  name: 'connector record',
  summary: 'Read a live platform with your own credentials, and write what it answers as fixtures for tests, masked',
  positionals: ['NAME'],
  options: {
    folder: { type: 'string' },
    types: { type: 'string' },
    pages: { type: 'string' },
    members: { type: 'string' },
    people: { type: 'boolean' },
  },
  optionHelp: {
    folder: 'where to write the files; those of an earlier recording are removed (default: test/fixtures)',
    types: 'comma-separated list of data types (default: all)',
    pages: `how many pages of each data type to read (default: ${pagesDefault})`,
    members: 'comma-separated names of JSON members whose values are masked, such as iban,taxId',
    people: 'also mask e-mail addresses, names, telephone numbers and addresses',
  },
  examples: [
    'daybook connector record acme --people',
    'DAYBOOK_TEST_ACME_KEY=… daybook connector record acme --types customers,invoices --folder test/fixtures',
  ],
  async run(input) {
    const { sample: connector } = await findListed(input);
    const pages = Number(textOption(input, 'pages') ?? pagesDefault);
    if (!Number.isInteger(pages) || pages < 1) throw new UsageError('--pages must be a whole number from 1.');
    const wanted = listOf(textOption(input, 'types')) ?? Object.keys(connector.pull);
    const unknown = wanted.find((name) => !Object.hasOwn(connector.pull, name));
    if (unknown) throw new UsageError(`The connector ${connector.platform.name} does not support ${unknown}.`);
    const { accessToken, ...credentials } = await readCredentials(input, connector);
    const outbound = createOutbound();
    try {
      const recorder = recordFixtures(liveHttp(outbound, accessToken), {
        credentials,
        secretFields: connector.credentialFields.filter(({ secret }) => secret).map(({ name }) => name),
        secrets: accessToken ? [accessToken] : [],
        people: input.options.people === true,
        members: listOf(textOption(input, 'members')) ?? [],
      });
      await connector.check({ http: recorder.http, credentials });
      const lines = [];
      for (const dataType of wanted)
        lines.push({ dataType, ...(await read(connector, dataType, { ...recorder, credentials, pages })) });
      const folder = textOption(input, 'folder') ?? 'test/fixtures';
      const files = await recorder.save(folder);
      const text = [
        table(lines, ['dataType', 'pages', 'records', 'problem']),
        '',
        `Wrote ${files.length} files to ${folder}. Read them before you commit them: only you know what is private in them.`,
      ].join('\n');
      return { data: { folder, files, dataTypes: lines }, text };
    } finally {
      await outbound.close();
    }
  },
};

const listOf = (text: string | undefined) =>
  text
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean);

type Reading = { http: Parameters<Connector['check']>[0]['http']; credentials: Credentials; pages: number };

/** A company may lack a data type; the others are recorded all the same. */
async function read(connector: Connector, dataType: string, { http, credentials, pages }: Reading) {
  const counts = { pages: 0, records: 0, problem: '' };
  try {
    for await (const page of connector.pull[dataType]?.({ http, credentials }) ?? []) {
      counts.pages++;
      counts.records += page.records.length;
      if (counts.pages === pages) break;
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    counts.problem = error.message;
  }
  return counts;
}
