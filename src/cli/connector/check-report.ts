import type { Connector, ProviderHttp } from '@daybook/connector-kit';
import { ProviderError } from '@daybook/connector-kit';
import { systemClock } from '../../base/clock.ts';
import type { Measured } from './measure-pulls.ts';

export type CheckResult = { title: string; problem?: string };

export type CheckReport = {
  platform: string;
  date: string;
  versions: { daybook: string; kit: string; connector: string };
  passed: number;
  failed: string[];
  dataTypes: DataTypeLine[];
};

type DataTypeLine = {
  dataType: string;
  records: number | null;
  pages: number | null;
  /** Passes that were resumed in the middle. */
  resumed: number;
  /** Records of an incremental pass right after the full pass, or why there is none. */
  incremental: number | string;
  deletions: number;
  fromSource: 'yes' | 'no';
  seconds: number | null;
};

/** Asks each data type for what has changed since its full pass. */
export async function passAgain(
  connector: Connector,
  measured: ReadonlyMap<string, Measured>,
  given: { http: ProviderHttp; credentials: Record<string, string> },
): Promise<Map<string, number | string>> {
  const again = new Map<string, number | string>();
  for (const [dataType, { cursor }] of measured) {
    const pull = connector.pull[dataType];
    if (!pull || cursor === undefined) again.set(dataType, 'not tried');
    else if (connector.readsWhole || pull.readsWhole) again.set(dataType, 'reads whole');
    else again.set(dataType, await countChanges(pull({ ...given, cursor })));
  }
  return again;
}

/** An error is named by its class: a message could contain something of the company. */
async function countChanges(pages: AsyncIterable<{ records: unknown[] }>): Promise<number | string> {
  let records = 0;
  try {
    for await (const page of pages) records += page.records.length;
  } catch (error) {
    return error instanceof ProviderError ? error.name : 'failed';
  }
  return records;
}

/** Counts, titles of checks and versions: nothing that belongs to the company, and no message of an error. */
export function checkReport(
  connector: Connector,
  given: {
    versions: CheckReport['versions'];
    results: readonly CheckResult[];
    measured: ReadonlyMap<string, Measured>;
    incremental: ReadonlyMap<string, number | string>;
  },
): CheckReport {
  const { results, measured, incremental } = given;
  const failed = results.filter(({ problem }) => problem !== undefined).map(({ title }) => title);
  return {
    platform: connector.platform.key,
    date: systemClock.now().toISOString().slice(0, 10),
    versions: given.versions,
    passed: results.length - failed.length,
    failed,
    dataTypes: [...measured].map(([dataType, seen]) => ({
      dataType,
      records: seen.isFullPassDone ? seen.records : null,
      pages: seen.isFullPassDone ? seen.pages : null,
      resumed: seen.resumed,
      incremental: incremental.get(dataType) ?? 'not tried',
      deletions: seen.deletions,
      fromSource: Object.hasOwn(connector.fromSource ?? {}, dataType) ? 'yes' : 'no',
      seconds: seen.isFullPassDone ? Math.round(seen.seconds * 10) / 10 : null,
    })),
  };
}

const columns = [
  'dataType',
  'records',
  'pages',
  'resumed',
  'incremental',
  'deletions',
  'fromSource',
  'seconds',
] as const;

/** Markdown, to be pasted into a pull request. */
export function reportText({ platform, date, versions, passed, failed, dataTypes }: CheckReport): string {
  const row = (cells: readonly unknown[]) => `| ${cells.map((cell) => cell ?? '-').join(' | ')} |`;
  return [
    `### daybook connector check ${platform}`,
    '',
    `${date}, connector ${versions.connector}, connector-kit ${versions.kit}, Daybook ${versions.daybook}: ${passed} of ${passed + failed.length} checks passed.`,
    '',
    row(['data type', ...columns.slice(1)]),
    row(columns.map(() => '---')),
    ...dataTypes.map((line) => row(columns.map((column) => line[column]))),
    ...(failed.length > 0 ? ['', 'Failed:', '', ...failed.map((title) => `- ${title}`)] : []),
  ].join('\n');
}
