import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '../../../examples/verify-bundle.mjs';
import { readRecords } from '../../../sandbox/test/tie-books.ts';
import { verifyBundle } from '../../../src/proofs/verify-bundle.ts';
import type { TestAccount } from '../../harness.ts';
import type { Random } from '../../insights/random-books.ts';
import type { Shown } from './compare-records.ts';
import type { ProofTally } from './tally.ts';

export const publishedKey = (type: string, generation: number) => `${type} ${generation}`;

/** The code of "daybook verify", and the script that shares no code with it. */
const verifiers = { daybook: verifyBundle, script: verify };
const forgeriesEach = 20;
const provenWithinMs = 120_000;

type Proof = {
  proofId: string;
  sequence: number;
  dataType: string;
  generation: number;
  records: number;
  hash: string;
};

/** A Daybook with proofs, and its database. */
export type ProvenStage = {
  account: TestAccount;
  url: string;
  query<T>(text: string, values: unknown[]): Promise<T[]>;
};

/** The published generations that are stored, and how many data sets have some that are not in the chain yet. */
type Publications = { keys: string[]; waiting: number };

export type ProofsOfHistory = {
  stage: ProvenStage;
  name: string;
  companyPath: string;
  random: Random;
  tally: ProofTally;
  /** How the records of a published state differ from what the platform had when they were read. */
  differs(state: { dataType: string; generation: number; records: Shown[] }): string | undefined;
};

/**
 * Fetches a bundle for each published state of a company, and the complete chain. Both verifiers must accept them, their
 * records must be those that the platform had, and no change of a single bit may be accepted.
 */
export async function judgeProofs(of: ProofsOfHistory): Promise<void> {
  const { name, companyPath, random, tally, stage } = of;
  const note = (text: string) => void tally.proofsWrong.push(`${name}: ${text}`);
  const { keys: publications, waiting } = await waitUntilProven(of);
  if (waiting > 0) return note(`${waiting} data sets have publications that did not enter the chain`);
  const { keys } = await getJson(stage, '/proofs/keys');
  const proofs = await listProofs(of);
  const proven = proofs.map(({ dataType, generation }) => publishedKey(dataType, generation));
  if (proven.toSorted().join() !== publications.toSorted().join())
    note(`the chain is of ${proven.length} publications: ${proven}; there are ${publications.length}: ${publications}`);
  const bundles: Buffer[] = [];
  const check = async (proof: Proof, chainFrom: number) => {
    const { proofId, sequence, records } = proof;
    const bundle = await get(stage, `${companyPath}/proofs/${proofId}/bundle?chainFrom=${chainFrom}`);
    bundles.push(bundle);
    for (const [verifier, accept] of Object.entries(verifiers)) {
      const said = acceptedBy(accept, bundle);
      if (typeof said === 'string') note(`entry ${sequence} is refused (${verifier}): ${said}`);
      else if (said.sequence !== sequence || said.records !== records || said.publicKey !== keys[0].publicKey)
        note(`entry ${sequence} is accepted (${verifier}) as ${JSON.stringify(said)}`);
    }
    return bundle;
  };
  for (const proof of proofs) {
    const bundle = await check(proof, proof.sequence);
    tally.bundlesVerified++;
    const { dataType, generation, records } = proof;
    const first = of.differs({ dataType, generation, records: recordsOf(bundle, records) });
    if (first) note(`${dataType}, generation ${generation}: ${first}`);
    tally.bundleRecords += records;
  }
  const last = proofs.at(-1);
  if (!last) return note('the chain is empty');
  const chain = entriesOf(await check(last, 1), last.records);
  if (chain.join() !== proofs.map(({ hash }) => hash).join()) note('the chain is not that of the list');
  tally.chainsVerified++;
  tally.chainEntries += chain.length;
  for (let n = 0; n < forgeriesEach; n++) forge(of, random.pick(bundles));
}

/** Changes one bit, which both verifiers must notice, and changes it back. */
function forge({ name, random, tally }: ProofsOfHistory, bundle: Buffer): void {
  const [at, bit] = [random.below(bundle.length), random.below(8)];
  const was = bundle[at] ?? 0;
  bundle[at] = was ^ (1 << bit);
  for (const [verifier, accept] of Object.entries(verifiers))
    if (typeof acceptedBy(accept, bundle) !== 'string')
      tally.forgeriesAccepted.push(`${name}: bit ${bit} of byte ${at} of ${bundle.length} (${verifier})`);
  bundle[at] = was;
  tally.forgeries++;
}

type Said = { sequence: number; records: number; publicKey: string };

/** What the bundle proves, or why it is refused. */
function acceptedBy(accept: (bundle: Buffer) => Said, bundle: Buffer): Said | string {
  try {
    return accept(bundle);
  } catch (error) {
    return String(error);
  }
}

async function waitUntilProven({ stage, companyPath }: ProofsOfHistory): Promise<Publications> {
  for (const until = Date.now() + provenWithinMs; ; await sleep(250)) {
    const [seen] = await stage.query<Publications>(
      `select (select array_agg(d.data_type || ' ' || p.generation) from publication p
          join data_set d using (account_id, company_id, data_set_id) where p.company_id = $1) as keys,
        (select count(*)::int from proof_set where company_id = $1 and asked <> done) as waiting`,
      [companyPath.split('/').at(-1)],
    );
    if (seen && (seen.waiting === 0 || Date.now() > until)) return seen;
  }
}

async function listProofs({ stage, companyPath }: ProofsOfHistory): Promise<Proof[]> {
  const found: Proof[] = [];
  for (let next: string | undefined = `${companyPath}/proofs?pageSize=5000`; next; ) {
    const page = await getJson(stage, next);
    found.push(...page.results);
    next = page._links.next?.href;
  }
  return found.sort((one, other) => one.sequence - other.sequence);
}

async function get({ account, url }: ProvenStage, path: string): Promise<Buffer> {
  const response = await fetch(new URL(path, url), { headers: uncompressed(account) });
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
  return body;
}

/** These reads are most of the work of a run. */
export const uncompressed = ({ key }: TestAccount) => ({
  authorization: `Basic ${btoa(key)}`,
  'accept-encoding': 'identity',
});

const getJson = async (stage: ProvenStage, path: string) => JSON.parse((await get(stage, path)).toString());

const linesOf = (bundle: Buffer) => bundle.toString().split('\n');
/** Lines of numbers with more digits than a double has are read as texts, as everywhere in histories. */
const recordsOf = (bundle: Buffer, count: number) =>
  readRecords(`{"results":[${linesOf(bundle).slice(1, 1 + count)}]}`, 'results');
const entriesOf = (bundle: Buffer, records: number): string[] =>
  linesOf(bundle)
    .slice(1 + records, -1)
    .map((line) => JSON.parse(line).hash);
