import type { Sealer } from '../../src/base/secrets.ts';
import { sealedPlace } from '../../src/base/secrets.ts';
import { isPossible, type Ledger, type State } from './ledger.ts';
import type { CompanyRow, Rows } from './read-rows.ts';

/** Violations, by kind; every count must be 0. */
export type Violations = {
  /** A write was answered with success, but does not exist or has different content. */
  lost: number;
  /** A write without a response exists only in part. */
  half: number;
  /** More than one company for one creation. */
  doubled: number;
  /** A company or receipt that no client requested. */
  strangers: number;
  wrongTotals: number;
  wrongVersions: number;
  /** A deletion without its receipt or job, or a receipt whose company still exists. */
  wrongPurges: number;
  /** A stored response without its company, or a creation with a key but without its stored response. */
  wrongStoredAnswers: number;
};

export function checkRows(
  rows: Rows,
  { ledger, accountIds, sealer }: { ledger: Ledger; accountIds: string[]; sealer: Sealer },
): Violations {
  return {
    ...checkSubjects(rows, ledger),
    ...checkLists(rows, ledger, accountIds),
    wrongPurges: checkPurges(rows),
    wrongStoredAnswers: checkAnswers(rows, ledger, sealer),
  };
}

function checkSubjects(rows: Rows, ledger: Ledger): Pick<Violations, 'lost' | 'half' | 'doubled' | 'strangers'> {
  const byMarker = Map.groupBy(rows.companies, (row) => row.tags.marker ?? '');
  const receipts = new Set(rows.receipts.map((row) => row.company_id));
  const known = new Set(ledger.subjects.map((subject) => subject.marker));
  const found = { lost: 0, half: 0, doubled: 0, strangers: 0 };
  for (const marker of byMarker.keys()) if (!known.has(marker)) found.strangers++;
  for (const subject of ledger.subjects) {
    const own = byMarker.get(subject.marker) ?? [];
    if (own.length > 1) found.doubled++;
    const wasDeleted = subject.companyId !== undefined && receipts.has(subject.companyId);
    const isRight = isPossible(subject, stateOf(own[0], wasDeleted));
    const hasOwnId = !own[0] || subject.companyId === undefined || own[0].company_id === subject.companyId;
    if (!isRight || !hasOwnId) found[subject.possible.length === 1 ? 'lost' : 'half']++;
  }
  const ids = new Set(ledger.subjects.map((subject) => subject.companyId));
  for (const id of receipts) if (!ids.has(id)) found.strangers++;
  return found;
}

function stateOf(row: CompanyRow | undefined, wasDeleted: boolean): State {
  if (!row || row.is_deleted) return wasDeleted || row ? 'deleted' : 'absent';
  return { name: row.name, description: row.description, tags: row.tags };
}

/** Every creation and deletion increases the version by one, and every other change leaves one past version. */
function checkLists(
  rows: Rows,
  ledger: Ledger,
  accountIds: string[],
): Pick<Violations, 'wrongTotals' | 'wrongVersions'> {
  const found = { wrongTotals: 0, wrongVersions: 0 };
  for (const [index, accountId] of accountIds.entries()) {
    const list = rows.lists.find((row) => row.account_id === accountId);
    const changes = ledger.accounts[index];
    if (!list || !changes) throw new Error('An account has no list.');
    const own = rows.companies.filter((row) => row.account_id === accountId);
    if (list.total !== own.filter((row) => !row.is_deleted).length) found.wrongTotals++;
    const isInside = list.version >= changes.certain && list.version <= changes.certain + changes.uncertain;
    if (!isInside) found.wrongVersions++;
  }
  return found;
}

function checkPurges(rows: Rows): number {
  const byId = new Map(rows.companies.map((row) => [row.company_id, row]));
  const receipts = new Set(rows.receipts.map((row) => row.company_id));
  let wrong = rows.companies.filter((row) => row.is_deleted && !receipts.has(row.company_id)).length;
  for (const { company_id: id, is_purged: isPurged } of rows.receipts) {
    const row = byId.get(id);
    const isRight = isPurged ? row === undefined : row?.is_deleted && rows.jobs.has(id);
    if (!isRight) wrong++;
  }
  return wrong + [...rows.jobs].filter((id) => !receipts.has(id)).length;
}

function checkAnswers(rows: Rows, ledger: Ledger, sealer: Sealer): number {
  const companies = new Set(rows.companies.map((row) => row.company_id));
  for (const receipt of rows.receipts) companies.add(receipt.company_id);
  let wrong = 0;
  const stored = new Set<string>();
  for (const row of rows.answers) {
    stored.add(row.idempotency_key);
    const answer = JSON.parse(
      sealer.unseal(row.body, sealedPlace('idempotent_request', row.account_id, row.idempotency_key)),
    );
    const subject = ledger.keys.get(row.idempotency_key);
    const isRight =
      row.status_code === 200 && companies.has(answer.companyId) && subject?.companyId === answer.companyId;
    if (!isRight) wrong++;
  }
  for (const key of ledger.keys.keys()) if (!stored.has(key)) wrong++;
  return wrong;
}
