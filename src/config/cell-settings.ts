import { optionalPostgresUrl, optionalSealingKeys, type Parsed, type Setting, splitList } from './setting.ts';

/** One cell: a PostgreSQL and its processes. */
export type Cell = {
  name: string;
  /** Where the cell's own processes answer, not the router in front of all cells. */
  url: string;
};

/** Settings of an installation with several cells. */
export const cellSettings = {
  cells: {
    variable: 'DAYBOOK_CELLS',
    fallback: '',
    example: 'eu1=http://10.0.1.10:8080,eu2=http://10.0.2.10:8080',
    help: 'All cells of the installation, this one included, as "name=URL", separated by commas. The URL leads to the cell itself and not to the router in front of the cells. Empty means that there is only this cell.',
    parse: parseCells,
    show: (cells) => cells.map(({ name, url }) => `${name}=${url}`).join(','),
  } satisfies Setting<Cell[]>,
  cellsKey: {
    variable: 'DAYBOOK_CELLS_KEY',
    fallback: '',
    example: '<32 random bytes in base64>',
    help: 'Key with which cells sign requests to each other, 32 bytes in base64. Required with DAYBOOK_CELLS; all cells need the same key. "openssl rand -base64 32" creates one.',
    parse: parseKey,
    show: (key) => (key ? '****' : ''),
  } satisfies Setting<Buffer | undefined>,
  moveDatabaseUrl: optionalPostgresUrl({
    variable: 'DAYBOOK_MOVE_DATABASE_URL',
    fallback: '',
    example: 'postgres://daybook:secret@eu2-db:5432/daybook',
    help: 'Database of the other cell, for "daybook account move" only; not through a pooler. Servers do not need it.',
  }),
  moveSecretKeys: optionalSealingKeys({
    variable: 'DAYBOOK_MOVE_SECRET_KEYS',
    fallback: '',
    example: 'k1:<32 random bytes in base64>',
    help: 'DAYBOOK_SECRET_KEYS of the other cell, for "daybook account move" only: secrets are encrypted again for the cell to which the account moves.',
  }),
};

const cellPattern = /^([a-z][a-z0-9]{0,15})=(.+)$/;

function parseCells(text: string): Parsed<Cell[]> {
  const cells: Cell[] = [];
  for (const part of splitList(text)) {
    const [, name, address] = cellPattern.exec(part) ?? [];
    const url = URL.parse(address ?? '');
    if (!name || !url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
      return { problem: 'must be "name=URL" pairs separated by commas, each URL beginning with http:// or https://.' };
    if (url.username || url.password)
      return { problem: `contains a user or password in the URL of "${name}"; requests are signed instead.` };
    if (cells.some((cell) => cell.name === name)) return { problem: `contains the cell "${name}" twice.` };
    cells.push({ name, url: url.href.replace(/\/+$/, '') });
  }
  return { value: cells };
}

function parseKey(text: string): Parsed<Buffer | undefined> {
  if (text === '') return { value: undefined };
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && /^[A-Za-z0-9+/_=-]+$/.test(text)
    ? { value: key }
    : { problem: 'must be 32 bytes in base64 ("openssl rand -base64 32").' };
}

/** What does not fit together; empty if the settings can be used. */
export function cellProblems(given: { cell?: string; cells?: Cell[]; cellsKey?: Buffer | undefined }): string[] {
  const { cell, cells = [], cellsKey } = given;
  if (cells.length === 0) return [];
  const problems: string[] = [];
  if ('cellsKey' in given && !cellsKey)
    problems.push(
      'DAYBOOK_CELLS_KEY is missing: the cells in DAYBOOK_CELLS sign their requests to each other with it.',
    );
  if (cell && !cells.some(({ name }) => name === cell))
    problems.push(`DAYBOOK_CELLS must also contain this cell, "${cell}" (DAYBOOK_CELL).`);
  return problems;
}
