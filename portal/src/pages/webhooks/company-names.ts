import { daybook } from '../../api.ts';

/** Maximum number of ids in one filter. */
const atOnceMax = 40;

type Waiting = { companyId: string; resolve: (name: string | null) => void; reject: (error: unknown) => void };
let waiting: Waiting[] = [];

/** Returns the name of a company, or null if it was deleted. Simultaneous calls share one request. */
export function companyName(companyId: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    waiting.push({ companyId, resolve, reject });
    if (waiting.length === 1) setTimeout(ask);
  });
}

function ask(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += atOnceMax) void askSome(all.slice(from, from + atOnceMax));
}

async function askSome(some: Waiting[]): Promise<void> {
  try {
    const query = some.map(({ companyId }) => `companyId=${companyId}`).join('||');
    const { results } = await daybook.listCompanies({ query, pageSize: some.length });
    const names = new Map(results.map(({ companyId, name }) => [companyId, name]));
    for (const { companyId, resolve } of some) resolve(names.get(companyId) ?? null);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}
