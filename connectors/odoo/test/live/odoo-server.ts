import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const script = fileURLToPath(new URL('start-odoo.sh', import.meta.url));

export type OdooPlace = { url: string; database: string; company: string; user: string; apiKey: string };

/** Where `npm run providers -- odoo` has started the server. */
const env = process.env as Record<string, string | undefined>;
const told = (name: string) => env[name] ?? missing();
function missing(): never {
  throw new Error('Run live tests through "npm run providers -- odoo": it starts the server.');
}

/** Creates a database with the books of two companies, the first with invoices in every state. */
export async function newBooks(invoices: number): Promise<OdooPlace> {
  const database = `books_${randomBytes(4).toString('hex')}`;
  await run(script, ['newdb', database, String(invoices)]);
  const access = { user: 'connector', apiKey: told('ODOO_KEY') };
  return { url: told('ODOO_URL'), database, company: 'YourCompany', ...access };
}

export async function serverVersion(): Promise<string> {
  const answer = await fetch(`${told('ODOO_URL')}/web/version`);
  return ((await answer.json()) as { version: string }).version;
}

/** A user who may sign in, but may not read the books. */
export const viewer = () => ({ user: 'viewer', apiKey: told('ODOO_VIEWER_KEY') });
export const otherCompany = 'Other Books SARL';

/** Runs a step of odoo-seed.py. `begun` resolves with its first output. The step "slow" goes on until `finish`. */
export function seed(database: string, ...args: string[]) {
  const begun = Promise.withResolvers<void>();
  const child = spawn(script, ['seed', database, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.once('data', () => begun.resolve());
  const done = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The seed exited with ${code}.`))));
  });
  done.catch(begun.reject);
  return { begun: begun.promise, done, finish: () => void child.stdin.end() };
}

/** Queries Odoo's database directly, to compare with what its API says. */
export async function inDatabase(database: string, text: string): Promise<pg.QueryResult> {
  const { stdout } = await run(script, ['paths']);
  const uri = /^ODOO_URI=(.*)$/m.exec(stdout)?.[1] ?? '';
  const client = new pg.Client({ connectionString: `${uri}${database}` });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
