import os from 'node:os';
import { createAccount } from '../src/accounts/create-account.ts';
import { createCompany } from '../src/companies/create-company.ts';
import { updateCompany } from '../src/companies/store.ts';
import { readConfig } from '../src/config/config.ts';
import { openBase } from '../src/context.ts';
import type { Principal } from '../src/http/access/principal.ts';
import { publishedSyncs } from './published-syncs.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { type Cell, startCell } from './start-cell.ts';

/**
 * Do writes of one account wait for each other? 64 writers on 64 connections, all in one account, compared with one in
 * each of 64 accounts, in alternating rounds. Uses the program's own functions without HTTP, whose cost would hide
 * waits.
 */
const writers = 64;

type Base = Cell['base'];

/** One kind of write. `prepare` runs once for each account and returns a function that does one write of a writer. */
export type WriteShape = {
  name: string;
  prepare(base: Base, accountId: string, writerNumbers: readonly number[]): Promise<Write>;
};
export type Write = (writer: number) => Promise<unknown>;

const principalOf = (accountId: string) => ({ accountId, plan: 'paid', companyTags: null }) as unknown as Principal;

const companyCreated: WriteShape = {
  name: 'companyCreated',
  prepare: async (base, accountId) => () => makeCompany(base, accountId),
};

/** Each writer changes its own companies, alternating between them. */
const companyChanged: WriteShape = {
  name: 'companyChanged',
  async prepare(base, accountId, writerNumbers) {
    const own = new Map<number, string[]>();
    for (const writer of writerNumbers) {
      own.set(writer, [await makeCompany(base, accountId), await makeCompany(base, accountId)]);
    }
    let at = 0;
    return (writer) => {
      const ids = own.get(writer) ?? [];
      at++;
      return base.db.transaction(accountId, (tx) =>
        updateCompany(tx, ids[at % ids.length] ?? '', { name: `Company ${at}` }),
      );
    };
  },
};

/** One company, with its event. */
export function makeCompany(base: Base, accountId: string): Promise<string> {
  return base.db.transaction(accountId, async (tx) => {
    const company = { name: 'Company', tags: { region: 'EU' } };
    return (await createCompany(base, tx, { principal: principalOf(accountId), company })).companyId;
  });
}

export const shapes: readonly WriteShape[] = [companyCreated, companyChanged, ...publishedSyncs(makeCompany)];

export async function benchWrites({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 5 };
  const figures: Figures = { 'machine.cores': os.availableParallelism(), 'machine.load': os.loadavg().map(round) };
  const cell = await startCell();
  const base = openBase(
    {
      ...readConfig({
        DAYBOOK_DATABASE_URL: cell.databaseUrl,
        DAYBOOK_SECRET_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
      }),
      databasePoolSize: writers,
    },
    { log: cell.base.log },
  );
  try {
    for (const shape of shapes) Object.assign(figures, await measureShape(base, shape, size));
    const bars = [
      ...shapes.map(({ name }) => holdBar(figures, `${name}.ratio`, '>= 0.8')),
      holdBar(figures, 'syncPublishedUnchanged.oneAccountPerSecond', '>= 2000'),
    ];
    return { name: 'writes', figures, bars };
  } finally {
    await base.db.end();
    await cell.stop();
  }
}

async function measureShape(
  base: Base,
  shape: WriteShape,
  size: { rounds: number; seconds: number },
): Promise<Figures> {
  const numbers = Array.from({ length: writers }, (_, writer) => writer);
  const together = await shape.prepare(base, await makeAccount(base), numbers);
  const apart: Write[] = [];
  for (const writer of numbers) apart.push(await shape.prepare(base, await makeAccount(base), [writer]));
  const oneAccount = () => run(together, size.seconds);
  const ownAccounts = () => run((writer) => apart[writer]?.(writer) ?? Promise.resolve(), size.seconds);
  await run(together, 1);
  await run((writer) => apart[writer]?.(writer) ?? Promise.resolve(), 1);
  const [one, own]: [number[], number[]] = [[], []];
  for (let at = 0; at < size.rounds; at++) {
    one.push(await oneAccount());
    own.push(await ownAccounts());
    say(`${shape.name}: ${round(one.at(-1) ?? 0)}/s in one account, ${round(own.at(-1) ?? 0)}/s in ${writers}`);
  }
  const ratios = one.map((value, at) => value / (own[at] ?? Number.NaN));
  return {
    [`${shape.name}.oneAccountPerSecond`]: round(median(one)),
    [`${shape.name}.ownAccountsPerSecond`]: round(median(own)),
    [`${shape.name}.ratios`]: ratios.map(round),
    [`${shape.name}.ratio`]: round(median(ratios)),
  };
}

async function makeAccount(base: Base): Promise<string> {
  return (await createAccount(base, { name: 'Writer', plan: 'paid' })).accountId;
}

/** Writes per second; each writer starts the next write when the last one is committed. */
async function run(write: Write, seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let written = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() < end) {
        await write(writer);
        written++;
      }
    }),
  );
  return (written * 1000) / (performance.now() - start);
}
