import type { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { sandboxClient } from '../../../sandbox/test/sandbox-client.ts';
import { computedTypes, postingTypes, readRecords } from '../../../sandbox/test/tie-books.ts';

/** The data types of a history: those with documents, and those that the platform computes from them. */
export const bookTypes = [...postingTypes, ...computedTypes] as const;
export type BookType = (typeof bookTypes)[number];

/** The platform's own records of one moment, by data type and id. */
// biome-ignore lint/suspicious/noExplicitAny: records of several data types, as the platform sends them.
export type Wire = any;
export type State = ReadonlyMap<string, Wire>;
export type Moment = Record<BookType, State>;

/** A company of the platform, which the history changes and reads without Daybook. */
export type Platform = {
  company: string;
  control: ReturnType<typeof controlSandbox>;
  client: ReturnType<typeof sandboxClient>;
  /** The state since the last change. */
  now: Moment;
  parties: { customers: string[]; suppliers: string[]; taxRates: string[] };
};

export async function openPlatform(
  sandboxUrl: string,
  control: Platform['control'],
  company: string,
): Promise<Platform> {
  const client = sandboxClient(sandboxUrl, company);
  const idsOf = async (type: string) => [...(await readType(client, type)).keys()];
  const parties = {
    customers: await idsOf('customers'),
    suppliers: await idsOf('suppliers'),
    taxRates: await idsOf('taxRates'),
  };
  return { company, control, client, now: await readMoment(client), parties };
}

/** A data type without changes keeps its state: `===` says whether something has changed. */
export async function readMoment(client: Platform['client'], before?: Moment): Promise<Moment> {
  const moment = {} as Moment;
  for (const type of bookTypes) {
    const state = await readType(client, type);
    const known = before?.[type];
    moment[type] = known && JSON.stringify([...known]) === JSON.stringify([...state]) ? known : state;
  }
  return moment;
}

async function readType(client: Platform['client'], type: string): Promise<State> {
  const bodies = await client.bodies(type);
  return new Map(bodies.flatMap((body) => readRecords(body, 'records')).map((wire) => [wire.id, wire]));
}
