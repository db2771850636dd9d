import { readBooks } from '../../../sandbox/test/read-books.ts';
import {
  computedTypes,
  findDifferences,
  postingTypes,
  type Records,
  readRecords,
} from '../../../sandbox/test/tie-books.ts';
import { type Random, randomFrom } from '../../insights/random-books.ts';
import { linkCompany, type SyncedCompany } from '../../sync/synced-company.ts';
import { compareRecords, type Shown } from './compare-records.ts';
import { judgeProofs, type ProofsOfHistory, type ProvenStage, publishedKey, uncompressed } from './judge-proofs.ts';
import { judgeRestatements, type Taken } from './judge-restatements.ts';
import { type BookType, bookTypes, type Moment, openPlatform, type Platform, type State } from './platform.ts';
import { readShownBooks } from './read-shown-books.ts';
import { syncBooks } from './sync-books.ts';
import { count, type Tally } from './tally.ts';
import { workOnBooks } from './work-on-books.ts';

/** What histories need: an account of a running Daybook with proofs whose platform is the sandbox, and its database. */
export type BooksStage = ProvenStage & { sandboxUrl: string; control: Platform['control'] };

export type History = {
  stage: BooksStage;
  random: Random;
  platform: Platform;
  company: SyncedCompany;
  /** What Daybook has to show: the platform's records when the latest completed sync read them. */
  expected: Partial<Moment>;
  /** What the platform had when a generation of a data set was read. The key: `publishedKey`. */
  published: Map<string, State>;
  taken: Taken[];
  /** Syncs that failed. */
  failures: number;
  tally: Tally;
  /** All records of a data set, now or of a snapshot; undefined if it is not ready. */
  read(type: BookType, snapshotId?: string): Promise<Shown[] | undefined>;
};

/**
 * The life of a company: books at the platform, rounds of work on them and of syncs that may fail, snapshots. In the
 * end, each snapshot must tie and show what the platform had, restatements must be what changed at the platform, and the
 * bundle of each published state must prove it.
 */
export async function playHistory(stage: BooksStage, seed: number, tally: Tally): Promise<void> {
  const history = await open(stage, seed, tally);
  const { random } = history;
  if (random.chance(25)) await syncBooks(history, bookTypes, random.chance(50) ? someOf(random, bookTypes, 2) : []);
  await syncBooks(history, stale(history), []);
  await takeSnapshot(history);
  for (let rounds = random.pick([1, 1, 2, 3]); rounds > 0; rounds--) {
    await playRound(history);
    if (random.chance(60)) await takeSnapshot(history);
  }
  await syncBooks(history, stale(history), []);
  await takeSnapshot(history);
  // Read last: what is published after a snapshot must not show in it.
  for (const one of history.taken) await judgeSnapshot(history, one);
  await compareMoments(history, history.taken[0], history.taken.at(-1));
  const [a, b] = [random.below(history.taken.length), random.below(history.taken.length)].sort((x, y) => x - y);
  if (a !== b) await compareMoments(history, history.taken[a ?? 0], history.taken[b ?? 0]);
  await judgeProofs(proofsOf(history));
  if (history.failures > 0) tally.historiesWithFailures++;
  const documents = postingTypes.flatMap((type) => [...(history.expected[type as BookType]?.values() ?? [])]);
  if (new Set(documents.map(({ currency }) => currency ?? '')).size > 1) tally.historiesWithCurrencies++;
}

function proofsOf({ stage, company, platform, random, tally, published }: History): ProofsOfHistory {
  return {
    ...{ stage, name: platform.company, companyPath: company.path, random, tally },
    differs({ dataType, generation, records }) {
      const state = published.get(publishedKey(dataType, generation));
      if (!state) return 'no completed sync has written it';
      return compareRecords(dataType as BookType, records, state)[0];
    },
  };
}

async function open(stage: BooksStage, seed: number, tally: Tally): Promise<History> {
  const name = `ledger-${seed}-100`;
  const platform = await openPlatform(stage.sandboxUrl, stage.control, name);
  const company = await linkCompany(stage.account, name);
  const history: History = {
    ...{ stage, platform, company, tally, expected: {}, published: new Map(), taken: [], failures: 0 },
    random: randomFrom(seed * 7919 + 77),
    async read(type, snapshotId) {
      const at = snapshotId === undefined ? '' : `&snapshot=${snapshotId}`;
      const url = `${stage.url}${company.path}/data/${type}?pageSize=5000${at}`;
      const response = await fetch(url, { headers: uncompressed(stage.account) });
      const text = await response.text();
      if (response.status === 200) return readRecords(text, 'results');
      // Never published, whatever the first sync ended with (dataSetNotReady, dataSetPermissionMissing, …).
      if (/"code":"dataSet(NotReady|NotInSnapshot|PermissionMissing)"/.test(text)) return undefined;
      throw new Error(`${type} of ${name}: ${response.status} ${text}`);
    },
  };
  requirePlatformTies(history);
  return history;
}

/** Some of the syncs fail, or the books change between those of some data sets and those of the others. */
async function playRound(history: History): Promise<void> {
  const { random, platform, tally } = history;
  const work = async () => {
    const done = await workOnBooks(platform, random, 3 + random.below(8));
    count(tally.edits, done);
    requirePlatformTies(history);
  };
  await work();
  const sync = async (types: readonly BookType[]) => {
    const faulty = random.chance(60) ? someOf(random, types, Math.min(types.length, 1 + random.below(3))) : [];
    await syncBooks(history, types, faulty);
  };
  if (random.chance(70)) return sync(stale(history));
  const early = stale(history);
  await sync(someOf(random, early, 1 + random.below(early.length)));
  await work();
  await sync(stale(history));
}

/** What Daybook shows in another state than the platform has, and sometimes what it does not. */
const stale = ({ expected, platform, random }: History): BookType[] => {
  const isLeft = (type: BookType) => expected[type] !== platform.now[type] || random.chance(5);
  const types = bookTypes.filter(isLeft);
  return types.length > 0 ? types : [...computedTypes];
};

function someOf<T>(random: Random, all: readonly T[], count: number): T[] {
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
}

function requirePlatformTies({ platform, tally }: History): void {
  const [first] = findDifferences(readBooks(recordsOf(platform.now)));
  if (first) tally.platformDoesNotTie.push(`${platform.company}: ${first}`);
}

const recordsOf = (moment: Partial<Moment>): Records =>
  Object.fromEntries(Object.entries(moment).map(([type, state]) => [type, [...state.values()]]));

async function takeSnapshot({ stage, company, expected, taken, tally }: History): Promise<void> {
  const answer = await stage.account.send(`POST ${company.path}/snapshots`, {
    body: { name: `state ${taken.length}` },
  });
  if (answer.status !== 201) throw new Error(`No snapshot was taken: ${answer.text}`);
  taken.push({ snapshotId: answer.body.snapshotId, at: answer.body.taken, moment: { ...expected } });
  tally.snapshots++;
}

async function judgeSnapshot(history: History, { snapshotId, moment }: Taken): Promise<void> {
  const { platform, tally } = history;
  const shown: Records = {};
  const differences: string[] = [];
  for (const type of bookTypes) {
    const [records, state] = [await history.read(type, snapshotId), moment[type]];
    if (records) shown[type] = records;
    if (records && state) differences.push(...compareRecords(type, records, state));
    else if (records || state) differences.push(`${type} is ${records ? 'there' : 'missing'}`);
  }
  const what = `${platform.company}, snapshot ${snapshotId}`;
  tally.snapshotsCompared++;
  if (differences[0]) tally.snapshotsDifferent.push(`${what}: ${differences[0]} (${differences.length})`);
  const isWhole = [...postingTypes, ...computedTypes].every((type) => moment[type as BookType]);
  if (!isWhole || findDifferences(readBooks(recordsOf(moment))).length > 0) {
    tally.snapshotsOfSeveralMoments++;
    return;
  }
  tally.snapshotsTying++;
  const [untied] = findDifferences(readShownBooks(shown));
  if (untied) tally.snapshotsThatDoNotTie.push(`${what}: ${untied}`);
}

async function compareMoments(history: History, from: Taken | undefined, to: Taken | undefined): Promise<void> {
  if (!from || !to) return;
  const { random, stage, company, tally } = history;
  const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
  const period = { on: day(random.below(345)), ...(random.chance(40) && { from: day(-random.below(500)) }) };
  const get = async (path: string) => {
    const answer = await stage.account.send(`GET ${path}`);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.text}`);
    return answer.text;
  };
  const judged = await judgeRestatements(get, company.path, {
    from,
    to,
    period,
    pageSize: random.pick([10, 100, 1000]),
  });
  tally.restatementsCompared++;
  tally.restatedRecords += judged.records;
  count(tally.restatedByChange, judged.changes);
  tally.restatedStatements += judged.statements;
  if (judged.differences[0]) tally.restatementsDifferent.push(`${history.platform.company}: ${judged.differences[0]}`);
}
