import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/write-pages.ts';
import { type Operation, readReference } from '../src/reference/read-document.ts';
import { curl } from '../src/reference/snippets.ts';
import type { Example } from './start-example.ts';

const run = promisify(execFile);

export type ReferenceReport = { executed: number; notRun: string[]; failures: string[] };

/**
 * Runs the curl of every operation that reads with a key, as its page shows it, against the example. The lines that set
 * ids are replaced by ids of the example; an operation whose ids the example does not have is not run.
 */
export async function runReference({ env }: Example): Promise<ReferenceReport> {
  const report: ReferenceReport = { executed: 0, notRun: [], failures: [] };
  const folder = await mkdtemp(join(tmpdir(), 'daybook-reference-'));
  // A request that is refused fails; an endless stream ends.
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\nmax-time = 20\noutput = /dev/null\n');
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder, ...env }, timeout: 30_000 };
  try {
    for (const operation of readReference(root).operations.filter(isRead)) {
      const reason = notHere[operation.operationId];
      const { code, missing } = withIds(curl(operation), await idsFor(operation, env));
      if (reason !== undefined) report.notRun.push(`${operation.operationId}: ${reason}`);
      else if (missing.length > 0)
        report.notRun.push(`${operation.operationId}: the example has no ${missing.join(', ')}`);
      else
        try {
          await run('bash', ['-euo', 'pipefail', '-c', code], options);
          report.executed++;
        } catch (error) {
          const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
          report.failures.push(`${operation.operationId}: ${code}\n${stdout.slice(-400)}${stderr.slice(-400)}`);
        }
    }
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Calls that have no successful response here. */
const notHere: Record<string, string> = {
  getApplication: 'the example has no OAuth application of its own',
  checkApplication: 'the sandbox does not use OAuth',
  listAlerts: 'the example is served by consumers, not by rules',
  watchAccount: 'an endless stream',
  getHeldDiff: 'the example has no held sync',
  getMapping: 'the example has no mapping of the account',
  getRestatements: 'the example has no snapshot',
  listRestatedRecords: 'the example has no snapshot',
};

const isRead = ({ method, access }: Operation) => method === 'GET' && access === 'key';

/** Replaces each line `NAME=id` at the begin of a call. */
function withIds(code: string, ids: Record<string, string>): { code: string; missing: string[] } {
  const missing: string[] = [];
  const lines = code.split('\n').map((line) => {
    const name = /^([A-Z_]+)=/.exec(line)?.[1];
    if (name === undefined) return line;
    if (ids[name] === undefined) missing.push(name);
    return `${name}='${ids[name] ?? ''}'`;
  });
  return { code: lines.join('\n'), missing };
}

/** The ids of the example, and the id of the first record of the list that the operation's path continues. */
async function idsFor({ path, ...operation }: Operation, env: Record<string, string>): Promise<Record<string, string>> {
  const ids = Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith('_ID')));
  const last = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).at(-1) ?? '';
  const variable = last.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  if (last === '' || ids[variable] !== undefined) return ids;
  const filled = path.slice(0, path.indexOf(`/{${last}}`)).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = ids[name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()];
    return value ?? recordedPart(operation['x-requests']?.[0]?.path, path, name);
  });
  const response = await fetch(`${env.DAYBOOK_URL}${filled}?pageSize=1`, {
    headers: { authorization: `Basic ${btoa(`${env.DAYBOOK_KEY}:`)}` },
  });
  if (!response.ok) return ids;
  const page = (await response.json()) as { results?: Record<string, unknown>[] };
  const found = page.results?.[0]?.[last];
  return typeof found === 'string' ? { ...ids, [variable]: found } : ids;
}

/** A part of the path that is no id, such as the data type: as it was recorded. */
function recordedPart(recorded: string | undefined, path: string, name: string): string {
  const at = path.split('/').indexOf(`{${name}}`);
  return recorded?.split('/')[at] ?? name;
}
