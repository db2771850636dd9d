import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { countDifferences, rememberRecords, tableMegabytes } from './remaps/check-records.ts';
import { openStage, type Stage } from './remaps/open-stage.ts';
import { type Listed, readMappings } from './remaps/read-mappings.ts';
import { type Blow, planBlows, remapsOf, strikeRemap } from './remaps/strike-remap.ts';

/**
 * A connector's mapping gets a new version while a data set is read. Workers are killed with -9 and PostgreSQL crashes
 * while all records are computed again. Readers must see records of one mapping at a time, the platform must not be
 * called, and the result must equal what SQL computes from the same sources.
 */
type Size = { invoices: number; worker: number; postgres: number };
const full: Size = { invoices: 1_000_000, worker: 22, postgres: 3 };
const small: Size = { invoices: 10_000, worker: 2, postgres: 1 };

export async function killDuringRemaps({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const stage = await openStage(`remap-${size.invoices}`);
  try {
    await stage.startWorker();
    const fetched = await fetchAll(stage);
    say(`the first sync of ${size.invoices} records took ${Math.round(fetched.seconds)} s`);
    const act = await remapWithKills(stage, size);
    const { seen, sync } = act;
    const figures: Figures = {
      invoices: size.invoices,
      firstSyncSeconds: Math.round(fetched.seconds),
      seconds: Math.round(act.seconds),
      recordsPerSecond: round(size.invoices / act.seconds),
      workerKills: act.hits.filter(({ to }) => to === 'worker').length,
      postgresKills: act.hits.filter(({ to }) => to === 'postgres').length,
      remapped: sync.counts.remapped ?? 0,
      unmapped: sync.counts.unmapped ?? 0,
      isFinished: sync.status === 'Complete' && act.remaps === 1,
      remaps: act.remaps,
      providerCalls: act.providerCalls,
      differences: act.differences,
      tableMegabytesBefore: act.megabytesBefore,
      tableMegabytesAfter: act.megabytesAfter,
      'reader.requests': seen.requests,
      'reader.pages': seen.pages,
      'reader.walks': seen.walks,
      'reader.records': seen.records,
      'reader.repeatedInOutages': seen.repeatedInOutages,
      mappingsSeen: seen.walked.length,
      mixedReads: seen.mixed.length,
      readErrors: seen.errors.length,
    };
    for (const problem of [...seen.mixed, ...seen.errors].slice(0, 10)) say(`the reader: ${problem}`);
    return {
      name: 'remap',
      figures,
      bars: [
        holdBar(figures, 'workerKills', `>= ${size.worker - 1}`),
        holdBar(figures, 'postgresKills', `>= ${size.postgres}`),
        holdBar(figures, 'mappingsSeen', '>= 2'),
        holdBar(figures, 'isFinished', 'true'),
        ...['providerCalls', 'mixedReads', 'unmapped', 'differences', 'readErrors'].map((name) =>
          holdBar(figures, name, '<= 0'),
        ),
      ],
    };
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

/** Paid invoices get other numbers with each version. */
const versionOf = ({ status, invoiceNumber = '' }: Listed) =>
  status === 'Paid' ? (/^(\d+)\//.exec(invoiceNumber)?.[1] ?? '1') : undefined;
const expectedNumber = `case when b.payload ->> 'status' = 'Paid' then b.payload
  || jsonb_build_object('invoiceNumber', '2/' || (b.payload ->> 'invoiceNumber')) else b.payload end`;

async function remapWithKills(stage: Stage, kills: Size) {
  await rememberRecords(stage);
  const megabytesBefore = await tableMegabytes(stage);
  const blows: Blow[] = await planBlows(stage, kills);
  const calls = await stage.providerCalls();
  const known = await remapsOf(stage);
  const reader = readMappings(stage, versionOf);
  try {
    while (reader.seen.walks < 1) await sleep(100);
    await stage.killWorker();
    stage.version = 2;
    const from = Date.now();
    await stage.startWorker();
    const hits = await strikeRemap(stage, known, blows);
    const seconds = (Date.now() - from) / 1000;
    say(`re-mapped in ${Math.round(seconds)} s, ${hits.length} kills`);
    // The walk in progress may have started in the previous state; the next one starts in the last state.
    const { walks } = reader.seen;
    for (const until = Date.now() + 300_000; reader.seen.walks < walks + 2 && Date.now() < until; ) await sleep(100);
    const providerCalls = (await stage.providerCalls()) - calls;
    const remaps = (await remapsOf(stage)).filter((id) => !known.includes(id));
    return {
      seen: await reader.stop(),
      hits,
      seconds,
      providerCalls,
      remaps: remaps.length,
      sync: await stage.company.read(remaps[0] ?? ''),
      differences: await countDifferences(stage, expectedNumber),
      megabytesBefore,
      megabytesAfter: await tableMegabytes(stage),
    };
  } finally {
    await reader.stop();
  }
}
