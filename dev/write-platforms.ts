import { readFile, writeFile } from 'node:fs/promises';
import type { Connector } from '../src/connectors/connector.ts';
import { registryOfAll } from '../src/connectors/registry.ts';
import { dataTypes } from '../src/data-types/catalogue.ts';

/** `npm run platforms` writes docs/platforms.md from the connectors; with `--check` it fails when the file is stale. */
const file = new URL('../docs/platforms.md', import.meta.url);

/** What was run against the real system, and how. Whoever has not run it says so. */
const proofs: Readonly<Record<string, string>> = {
  sandbox: 'Our own accounting system for trying and testing (`daybook sandbox`). Run with every test.',
  tryton:
    'Run live against Tryton 6.0 (Debian 12): `npm run providers -- tryton`. One database is one company. Parties are both customers and suppliers, since Tryton does not tell them apart; reports are computed from its accounts, one for each period.',
  hledger:
    'Run live against hledger-web 1.25 (Debian 12) behind nginx: `npm run providers -- hledger`. It has no invoices and no customers. A transaction has no id there: it is known by its content, and an edited one is another record.',
  xero: 'Written from its published specification. **Not run against Xero itself**: `daybook connector check xero` does that with your own access token.',
  quickbooks:
    'Written from its published documentation. **Not run against QuickBooks Online itself**: `daybook connector check quickbooks` does that with your own access token.',
};

export function currentPlatforms(): string {
  const connectors = registryOfAll().all;
  const cell = (connector: Connector, dataType: string) => {
    const operations = Object.keys(connector.push?.[dataType]?.operations ?? {});
    if (!Object.hasOwn(connector.pull, dataType)) return '';
    return operations.length > 0 ? `pull, ${operations.join(', ')}` : 'pull';
  };
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = [
    '# Platforms',
    '',
    'Written by `npm run platforms` from the connectors: do not edit. What an installation has enabled is in `GET /platforms`.',
    '`pull`: it can be read. `create`, `update`, `delete`: it can be pushed. An empty cell is answered `Datatype … not supported by platform(s) …`.',
    '',
    row(['Data type', ...connectors.map(({ platform }) => platform.name)]),
    row(['---', ...connectors.map(() => '---')]),
    ...dataTypes.map(({ name }) => row([`\`${name}\``, ...connectors.map((connector) => cell(connector, name))])),
    '',
    '| Platform | Key | Authorized by | Deletions | Certain after a lost answer | Notes |',
    '| --- | --- | --- | --- | --- | --- |',
    ...connectors.map((connector) =>
      row([
        connector.platform.name,
        `\`${connector.platform.key}\``,
        connector.oauth ? 'OAuth 2' : connector.credentialFields.map(({ label }) => label).join(', '),
        connector.tellsDeletions ? 'told' : connector.readsWhole ? 'found by every sync' : 'found daily',
        certainty(connector),
        proofs[connector.platform.key] ?? '**Not run live.**',
      ]),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const words = { key: 'by its key', search: 'by a search', none: 'a person is asked' };

function certainty({ push = {} }: Connector): string {
  const kinds = new Set(
    Object.values(push).map((one) => `${words[one.certainty]}${one.isReadBack ? ', read back' : ''}`),
  );
  return [...kinds].join('; ') || 'nothing is written';
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) await writeFile(file, currentPlatforms());
  else if ((await readFile(file, 'utf8')) !== currentPlatforms()) {
    process.stderr.write('docs/platforms.md is stale: run "npm run platforms" and commit it.\n');
    process.exitCode = 1;
  }
}
