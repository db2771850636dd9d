import { type BenchClient, nextPath, openClient, readBody } from './client.ts';
import type { RecordsTarget } from './reads.ts';
import { type Figures, median, round, say } from './report.ts';

/** Share of the data set that comes before the page. */
const places = [0.0002, 0.004, 0.07, 0.3, 0.6, 0.9];
const rounds = 80;

/** Pages by link, ordered by indexed fields, at several depths, in alternation with pages ordered by id. */
export async function measureOrders(target: RecordsTarget): Promise<Figures> {
  const client = openClient(target.url, target.key);
  const depths = places.map((part) => Math.ceil((part * target.invoices) / 100));
  const orders = {
    key: '',
    issueDate: 'orderBy=issueDate&',
    issueDateDown: 'orderBy=-issueDate&',
    totalAmount: 'orderBy=totalAmount&',
  };
  const times: Record<string, number[]> = {};
  const jumps: Record<string, number[]> = {};
  const paths: Record<string, string[]> = {};
  for (const [name, order] of Object.entries(orders)) {
    paths[name] = [];
    jumps[name] = [];
    for (const depth of depths) {
      const jump = await client.get(`${target.path}?${order}page=${depth}`);
      jumps[name].push(jump.ms);
      paths[name].push(nextPath(readBody(jump)));
    }
  }
  for (let turn = 0; turn < rounds; turn++) await oneTurn(client, paths, times);
  client.close();
  const p50 = (name: string) => median(times[name] ?? []);
  say(`orders: ${Object.keys(orders).map((name) => `${name} ${round(p50(name))} ms`)}`);
  return {
    'byIssueDate.ratioToKey': round(p50('issueDate') / p50('key')),
    'byIssueDateDown.ratioToKey': round(p50('issueDateDown') / p50('key')),
    'byTotalAmount.ratioToKey': round(p50('totalAmount') / p50('key')),
    'byKey.p50Ms': round(p50('key')),
    'byIssueDate.p50Ms': round(p50('issueDate')),
    'byTotalAmount.p50Ms': round(p50('totalAmount')),
    'byNumber.pages': depths,
    'byNumber.keyMs': (jumps.key ?? []).map(round),
    'byNumber.issueDateMs': (jumps.issueDate ?? []).map(round),
  };
}

async function oneTurn(client: BenchClient, paths: Record<string, string[]>, times: Record<string, number[]>) {
  for (let depth = 0; depth < places.length; depth++) {
    for (const [name, own] of Object.entries(paths)) {
      times[name] ??= [];
      times[name].push((await client.get(own[depth] ?? '')).ms);
    }
  }
}
