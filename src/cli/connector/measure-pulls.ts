import type { Connector, Pull, PullInput } from '@daybook/connector-kit';
import { systemClock } from '../../base/clock.ts';

/** What a check has seen of one data type. Counts only: nothing of a company. */
export type Measured = {
  /** Of the first complete full pass. */
  records: number;
  pages: number;
  seconds: number;
  cursor: string | undefined;
  /** How many interrupted passes were resumed and ended. */
  resumed: number;
  /** Deletions in any pass. */
  deletions: number;
  isFullPassDone: boolean;
};

/** Returns the connector with pulls that are counted. */
export function measurePulls(connector: Connector): { connector: Connector; measured: Map<string, Measured> } {
  const measured = new Map<string, Measured>();
  const pull: Record<string, Pull> = {};
  for (const [dataType, original] of Object.entries(connector.pull)) {
    const seen = {
      records: 0,
      pages: 0,
      seconds: 0,
      cursor: undefined,
      resumed: 0,
      deletions: 0,
      isFullPassDone: false,
    };
    measured.set(dataType, seen);
    pull[dataType] = Object.assign((input: PullInput) => counted(original, input, seen), original);
  }
  return { connector: { ...connector, pull }, measured };
}

async function* counted(original: Pull, input: PullInput, seen: Measured) {
  const startedMs = systemClock.nowMs();
  let [records, pages, cursor]: [number, number, string | undefined] = [0, 0, undefined];
  for await (const page of original(input)) {
    pages++;
    records += page.records.length;
    seen.deletions += page.records.filter(({ isDeleted }) => isDeleted).length;
    cursor = page.cursor ?? cursor;
    yield page;
  }
  if (input.resumeAt !== undefined) seen.resumed++;
  else if (input.cursor === undefined && !seen.isFullPassDone)
    Object.assign(seen, {
      records,
      pages,
      cursor,
      seconds: (systemClock.nowMs() - startedMs) / 1000,
      isFullPassDone: true,
    });
}
