import assert from 'node:assert/strict';
import type { Connector, Credentials, PulledPage, PulledRecord } from './connector.ts';
import type { ProviderHttp } from './provider-http.ts';

/** What a provider can be made to do to a connector. */
export type OrderedFault = 'unauthorized' | 'rateLimited' | 'failing' | 'hanging' | 'truncated' | 'garbage';

/** What a push can be checked with. */
export type PushTarget = {
  /** A record that the provider takes, another one each time; with numbers beyond 15 digits where it has amounts. */
  example(dataType: string): Promise<object>;
  /** A record that the schema allows and the provider refuses. */
  wrong(dataType: string): Promise<object>;
  /** The next write of the data type is done, and no answer comes. */
  loseAnswer(dataType: string): Promise<void>;
  /** The next write of the data type is answered with a ticket. */
  acceptNext?(dataType: string): Promise<void>;
  /** The next write of the data type is acknowledged and not done: what `isReadBack` is for. */
  forgetNext?(dataType: string): Promise<void>;
  /** Fields of the example that the provider keeps otherwise than they are sent, in their order there. */
  adjusted?: Readonly<Record<string, readonly string[]>>;
  /** Sign-ins fail until the faults are cleared. */
  failSignIns?(): Promise<void>;
  /** What `deniedCredentials` may not write; everything, where it is left out. */
  deniedTypes?: readonly string[];
  /** Accepted, but of a company whose plan does not cover writing. */
  unpaidCredentials?: Credentials;
};

/** A provider for the conformance suite, with what it can be made to do; what it cannot do is not checked. */
export type ConformanceTarget = {
  /** Gives up within seconds. */
  http: ProviderHttp;
  credentials: Credentials;
  /** Left out where the house signs requests: then nothing in the credentials can be wrong. */
  wrongCredentials?: Credentials;
  /** Somebody's own books: data types may be empty, and nothing may have three pages. */
  isSomebodysOwn?: true;
  /** Accepted, but not allowed to see `pagedType`. */
  deniedCredentials?: Credentials;
  /** A data type of at least three pages. */
  pagedType: string;
  /** `pagedType` has numbers of more than 15 digits. */
  hasLongNumbers?: boolean;
  /** Changes some records; answers with their ids. */
  change?(dataType: string): Promise<{ updated: string[]; created: string[]; deleted: string[] }>;
  /** Makes every cursor that was given until now too old. */
  forgetChanges?(): Promise<void>;
  /** Requests for the data type fail from the one after `skip` on, `times` times or until they are cleared. */
  orderFault?(fault: OrderedFault, options: { dataType: string; skip?: number; times?: number }): Promise<void>;
  clearFaults?(): Promise<void>;
  push?: PushTarget;
};

/** A whole pass; a connector that never ends one fails here. */
export async function pullAll(
  connector: Connector,
  target: Pick<ConformanceTarget, 'http' | 'credentials'>,
  dataType: string,
  place: { cursor?: string; resumeAt?: string } = {},
): Promise<PulledPage[]> {
  const pull = connector.pull[dataType] ?? assert.fail(`${dataType} is not supported`);
  const pages: PulledPage[] = [];
  for await (const page of pull({ http: target.http, credentials: target.credentials, ...place })) {
    pages.push(page);
    assert.ok(pages.length <= 10_000, 'the pass does not end');
  }
  return pages;
}

/** A record as the house will store it. */
export function textOf(pulled: PulledRecord): string {
  return JSON.stringify(pulled.record?.() ?? assert.fail(`${pulled.id} has neither a record nor is it deleted`));
}

/** Records by id; one that came twice fails here. */
export function textsOf(pages: PulledPage[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const record of pages.flatMap((page) => page.records)) {
    assert.ok(!texts.has(record.id), `${record.id} came twice`);
    texts.set(record.id, record.isDeleted ? 'deleted' : textOf(record));
  }
  return texts;
}
