import assert from 'node:assert/strict';
import type { Connector, Credentials, PulledPage, PulledRecord } from '../connector.ts';
import type { ProviderHttp } from '../provider-http.ts';

/** Faults that a test can inject into a provider's responses. */
export type OrderedFault = 'unauthorized' | 'rateLimited' | 'failing' | 'hanging' | 'truncated' | 'garbage';

/** What the push checks need in order to test against a provider. */
export type PushTarget = {
  /**
   * Returns a record that the provider accepts. Each call returns a different record. If the provider stores every
   * digit of long numbers, the record has amounts of more than 15 digits.
   */
  example(dataType: string): Promise<object>;
  /** Returns a record that the schema allows but the provider rejects. */
  wrong(dataType: string): Promise<object>;
  /** Makes the provider perform the next write of the data type but send no response. */
  loseAnswer(dataType: string): Promise<void>;
  /** Makes the provider answer the next write of the data type with a ticket (`accepted`) instead of the record. */
  acceptNext?(dataType: string): Promise<void>;
  /**
   * Makes the provider acknowledge the next write without performing it. Used only for data types with `isReadBack`.
   */
  forgetNext?(dataType: string): Promise<void>;
  /**
   * For each data type: the fields of `example` that the provider changes when it stores the record. They are listed in
   * the order in which they are sent.
   */
  adjusted?: Readonly<Record<string, readonly string[]>>;
  /** Makes sign-ins fail until the faults are cleared. */
  failSignIns?(): Promise<void>;
  /** Data types that `deniedCredentials` may not write. If omitted: all data types. */
  deniedTypes?: readonly string[];
  /** Valid credentials of a company whose subscription does not cover writing. */
  unpaidCredentials?: Credentials;
};

/**
 * A check that every connector must pass. Run each check as a test: `for (const { title, run } of …) test(title, run)`.
 */
export type ConformanceCheck = { title: string; run(): Promise<void> };

/** The provider that a conformance suite tests against. A check is skipped if it needs a property that is not set. */
export type ConformanceTarget = {
  /** An HTTP client whose requests time out within a few seconds. */
  http: ProviderHttp;
  credentials: Credentials;
  /**
   * Omitted for OAuth platforms. There, Daybook adds the token to every request, so a test cannot supply wrong
   * credentials.
   */
  wrongCredentials?: Credentials;
  /** True for the books of a real company. Its data types may be empty or have fewer than three pages. */
  isSomebodysOwn?: true;
  /** True if the first page of a full pass of `pagedType` has a total. */
  tellsTotal?: true;
  /** Valid credentials that may not read `pagedType`. */
  deniedCredentials?: Credentials;
  /** A data type with at least three pages. */
  pagedType: string;
  /** Whether records of `pagedType` have numbers of more than 15 digits. */
  hasLongNumbers?: boolean;
  /** Changes some records and returns their ids. */
  change?(dataType: string): Promise<{ updated: string[]; created: string[]; deleted: string[] }>;
  /** Id of an attachment that does not exist. Default: an existing id with a further digit, and without `source`. */
  missingAttachment?: string;
  /** Expires every cursor issued so far. */
  forgetChanges?(): Promise<void>;
  /**
   * Makes requests for the data type fail. The first `skip` requests still succeed. Then `times` requests fail; if
   * `times` is omitted, requests fail until `clearFaults` is called.
   */
  orderFault?(fault: OrderedFault, options: { dataType: string; skip?: number; times?: number }): Promise<void>;
  clearFaults?(): Promise<void>;
  push?: PushTarget;
};

/** Reads all pages of a pass; fails if the pass never ends. */
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
    assert.ok(pages.length <= 10_000, 'the pass never ends');
  }
  return pages;
}

/** Returns the record as the JSON text that Daybook will store. */
export function textOf(pulled: PulledRecord): string {
  return JSON.stringify(
    pulled.record?.() ?? assert.fail(`the entry for ${pulled.id} contains no record and is not marked as deleted`),
  );
}

/** Maps the id of each record to its JSON text, or to `deleted`. Fails if an id occurs twice. */
export function textsOf(pages: PulledPage[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const record of pages.flatMap((page) => page.records)) {
    assert.ok(!texts.has(record.id), `${record.id} occurs twice`);
    texts.set(record.id, record.isDeleted ? 'deleted' : textOf(record));
  }
  return texts;
}
