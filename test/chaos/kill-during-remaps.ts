import { setTimeout as sleep } from 'node:timers/promises';
import { type Bar, type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { countDifferences, rememberRecords, tableMegabytes } from './remaps/check-records.ts';
import { clientMappings, expectedRecord, fieldsOf, putMapping } from './remaps/client-mapping.ts';
import { openStage, type Stage } from './remaps/open-stage.ts';
import { type Listed, type MappingOf, readMappings } from './remaps/read-mappings.ts';
import { type Blow, type Kills, planBlows, remapsOf, strikeRemap, waitForRemaps } from './remaps/strike-remap.ts';

/**
 * All records of a data set are computed again while it is read: in the first act because a connector's mapping gets a
 * new version, in the second one because the client changes his mapping of custom fields, and changes it again
 * meanwhile. Workers are killed with -9 and PostgreSQL crashes. Readers must see records of one mapping at a time, the
 * platform must not be called, and the result must equal what SQL computes from the same sources.
 */
type Size = { invoices: number; connector: Kills; client: Kills };
const full: Size = {
  invoices: 1_000_000,
  connector: { worker: 22, postgres: 3 },
  client: { worker: 8, postgres: 1 },
};
const small: Size = { invoices: 10_000, connector: { worker: 2, postgres: 1 }, client: { worker: 2, postgres: 1 } };

export async function killDuringRemaps({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const stage = await openStage(`remap-${size.invoices}`);
  try {
    await stage.startWorker();
    const fetched = await fetchAll(stage);
    say(`the first sync of ${size.invoices} records took ${Math.round(fetched.seconds)} s`);
    const figures: Figures = { invoices: size.invoices, firstSyncSeconds: Math.round(fetched.seconds) };
    const bars: Bar[] = [];
    for (const act of [newVersion(stage, size), newCustomFields(stage, size)]) {
      const played = await playAct(stage, size, act);
      Object.assign(figures, played.figures);
      bars.push(...played.bars);
    }
    return { name: 'remap', figures, bars };
  } finally {
    await stage.close();
  }
}

async function fetchAll({ company }: Stage): Promise<{ seconds: number }> {
  const from = Date.now();
  const { syncId } = await company.request('invoices');
  for (;;) {
    const sync = await company.read(syncId);
    if (sync.status === 'Complete') return { seconds: (Date.now() - from) / 1000 };
    if (sync.completed) throw new Error(`The first sync did not succeed: ${JSON.stringify(sync)}`);
    await sleep(200);
  }
}

type Act = {
  name: string;
  kills: Kills;
  mappingOf: MappingOf;
  /**
   * Changes of the mapping. Those after the first one are made after the first kill in the re-mapping that it causes: the
   * run that resumes then begins anew with the newest mapping, and a further re-mapping finds nothing to change.
   */
  changes: (() => Promise<void>)[];
  /** The record in SQL, from the record before the act and the platform's text. */
  expected: string;
};

/** Paid invoices get other numbers with each version. */
const newVersion = (stage: Stage, { connector: kills }: Size): Act => ({
  ...{ name: 'connector', kills },
  mappingOf: ({ status, invoiceNumber = '' }: Listed) =>
    status === 'Paid' ? (/^(\d+)\//.exec(invoiceNumber)?.[1] ?? '1') : undefined,
  changes: [
    async () => {
      await stage.killWorker();
      stage.useVersion(2);
      await stage.startWorker();
    },
  ],
  expected: `case when b.payload ->> 'status' = 'Paid' then b.payload
    || jsonb_build_object('invoiceNumber', '2/' || (b.payload ->> 'invoiceNumber')) else b.payload end`,
});

const newCustomFields = (stage: Stage, { client: kills }: Size): Act => ({
  ...{ name: 'client', kills },
  mappingOf: fieldsOf,
  changes: clientMappings.map((fields) => () => putMapping(stage, fields)),
  expected: expectedRecord,
});

async function playAct(stage: Stage, size: Size, act: Act): Promise<{ figures: Figures; bars: Bar[] }> {
  const played = await remapWithKills(stage, act);
  const { seen, syncs, seconds } = played;
  const count = (name: 'remapped' | 'unmapped') => syncs.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  const isEnded = syncs.every(({ status }) => status === 'Complete') && syncs.length === act.changes.length;
  const own: Figures = {
    ...{ seconds: Math.round(seconds), recordsPerSecond: round((size.invoices * syncs.length) / seconds) },
    workerKills: played.hits.filter(({ to }) => to === 'worker').length,
    postgresKills: played.hits.filter(({ to }) => to === 'postgres').length,
    ...{ remapped: count('remapped'), unmapped: count('unmapped'), isFinished: isEnded, remaps: syncs.length },
    ...{ providerCalls: played.providerCalls, differences: played.differences },
    ...{ tableMegabytesBefore: played.megabytesBefore, tableMegabytesAfter: played.megabytesAfter },
    ...{ 'reader.requests': seen.requests, 'reader.pages': seen.pages, 'reader.walks': seen.walks },
    ...{ 'reader.records': seen.records, 'reader.repeatedInOutages': seen.repeatedInOutages },
    ...{ mappingsSeen: seen.shown.size, mappingsWalked: seen.walked.length },
    ...{ mixedReads: seen.mixed.length, readErrors: seen.errors.length },
  };
  for (const problem of [...seen.mixed, ...seen.errors].slice(0, 10)) say(`the reader: ${problem}`);
  const named = (figure: string) => `${act.name}.${figure}`;
  const figures = Object.fromEntries(Object.entries(own).map(([figure, value]) => [named(figure), value]));
  const hold = (figure: string, goal: string) => holdBar(figures, named(figure), goal);
  return {
    figures,
    bars: [
      hold('workerKills', `>= ${act.kills.worker - 1}`),
      hold('postgresKills', `>= ${act.kills.postgres}`),
      hold('mappingsSeen', '>= 2'),
      hold('mappingsWalked', '>= 2'),
      hold('isFinished', 'true'),
      ...['providerCalls', 'mixedReads', 'unmapped', 'differences', 'readErrors'].map((name) => hold(name, '<= 0')),
    ],
  };
}

async function remapWithKills(stage: Stage, act: Act) {
  await rememberRecords(stage);
  const megabytesBefore = await tableMegabytes(stage);
  const blows: Blow[] = await planBlows(stage, act.kills);
  const calls = await stage.providerCalls();
  const known = await remapsOf(stage);
  const reader = readMappings(stage, act.mappingOf);
  const [change, ...further] = act.changes;
  try {
    while (reader.seen.walks < 1) await sleep(100);
    const from = Date.now();
    await change?.();
    const hits = await strikeRemap(stage, known, blows, async () => {
      for (const one of further) await one();
    });
    const remaps = await waitForRemaps(stage, known, act.changes.length);
    const seconds = (Date.now() - from) / 1000;
    say(`${act.name}: re-mapped in ${Math.round(seconds)} s, ${hits.length} kills`);
    // The walk in progress may have started in the previous state; the next one starts in the last state.
    const { walks } = reader.seen;
    for (const until = Date.now() + 300_000; reader.seen.walks < walks + 2 && Date.now() < until; ) await sleep(100);
    return {
      ...{ seen: await reader.stop(), hits, seconds, megabytesBefore },
      providerCalls: (await stage.providerCalls()) - calls,
      syncs: await Promise.all(remaps.map((id) => stage.company.read(id))),
      differences: await countDifferences(stage, act.expected),
      megabytesAfter: await tableMegabytes(stage),
    };
  } finally {
    await reader.stop();
  }
}
