import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AuthRejected,
  type Credentials,
  NotSent,
  PermissionDenied,
  type ProviderAnswer,
  type ProviderHttp,
  RateLimited,
  Unavailable,
} from '@daybook/connector-kit';
import { RolledBack, readJson2, readJsonRpc } from './answers.ts';
import { createKnownFields, type FieldCache, type KnownFields } from './known-fields.ts';
import { json2Request, jsonRpcRequest, type OdooCall, placeOf, signInRequest, versionRequest } from './requests.ts';
import type { Specification } from './specification.ts';

/** The company that the connection reads, and how its server is called. */
export type Account = {
  /** Major version of the server, such as 19. */
  version: number;
  isJson2: boolean;
  user: number;
  language: string;
  company: { id: number; name: string; currency: string };
};

/** Access to one company in one database. */
export type Odoo = {
  /** Calls a method of a model. `context` is added to the context of the user and company. */
  call<T>(model: string, method: string, parameters: OdooCall['parameters'], context?: object): Promise<T>;
  /** Calls a method whose response is the content of a file: Daybook streams it, and nothing is returned. */
  open(model: string, method: string, parameters: OdooCall['parameters']): Promise<void>;
  account(): Promise<Account>;
  /** The fields that a model has on this server. */
  fieldsOf(model: string): Promise<KnownFields>;
  /** Leaves out the fields that this server does not have. */
  existing(model: string, wanted: Specification): Promise<Specification>;
  /** Fields that the company has added to a model (`x_…`). */
  own(model: string): Promise<Specification>;
  /** The server's time at its last response, in milliseconds since 1970. */
  serverMs(): number;
};

/**
 * Remembers who the API key belongs to and which id the company has, so that a pass does not look them up again. They
 * are looked up anew after `rememberedMs`, because a user can lose access to a company.
 */
export type Sessions = (access: { http: ProviderHttp; credentials: Credentials }) => Odoo;

const rememberedMs = 10 * 60_000;
const heldMax = 1000;
const triesMax = 4;
const betweenTriesMs = 150;
/** The first version with JSON-2. */
const json2Since = 19;
/** The first version with `web_search_read` as it is used here. */
const oldest = 17;

/**
 * Holds answers and never promises: a promise of one pass is answered only as long as that pass runs, so another pass
 * that waited for it would wait forever.
 */
type Held = { account?: Account; atMs: number; fields: FieldCache };

/** `isOldApi`: use JSON-RPC even if the server has JSON-2, for tests of the calls to older servers. */
export function createSessions({ isOldApi = false }: { isOldApi?: boolean } = {}): Sessions {
  const held = new Map<string, Held>();
  return ({ http, credentials }) => {
    const key = createHash('sha256').update(JSON.stringify(credentials)).digest('hex');
    if (held.size >= heldMax) held.clear();
    const mine: Held = held.get(key) ?? { atMs: http.nowMs(), fields: new Map() };
    held.set(key, mine);
    let serverMs = http.nowMs();

    async function send(request: Parameters<ProviderHttp['request']>[0]): Promise<ProviderAnswer> {
      const answer = await http.request(request);
      const date = Date.parse(answer.headers.date ?? '');
      serverMs = Number.isNaN(date) ? http.nowMs() : date;
      return answer;
    }

    /** A proxy may answer 401 once, for example while it restarts. So a 401 is final only if it comes twice. */
    async function sendTwice(request: Parameters<ProviderHttp['request']>[0]): Promise<ProviderAnswer> {
      const answer = await send(request);
      return answer.status === 401 ? send(request) : answer;
    }

    async function post<T>(way: Pick<Account, 'isJson2' | 'user'>, call: OdooCall): Promise<T> {
      const read = way.isJson2 ? readJson2 : readJsonRpc;
      const request = way.isJson2 ? json2Request(credentials, call) : jsonRpcRequest(credentials, way.user, call);
      return read(await sendTwice(request), http.nowMs()) as T;
    }

    async function findVersion(): Promise<number> {
      const answer = await send({ method: 'GET', url: `${placeOf(credentials)}/web/version` });
      // Servers before 19 have no such address, or show a page of their website.
      if (answer.status === 404 || (answer.status === 200 && /^\s*</.test(answer.body)))
        return versionIn(readJsonRpc(await send(versionRequest(credentials)), http.nowMs()));
      return versionIn(readJson2(answer, http.nowMs()));
    }

    async function findUser(isJson2: boolean): Promise<{ user: number; language: string }> {
      // JSON-2 needs no sign-in: the API key says who the user is.
      const id = isJson2 ? 0 : readJsonRpc(await sendTwice(signInRequest(credentials)), http.nowMs());
      if (!Number.isSafeInteger(id)) throw new AuthRejected('Odoo does not accept the user and API key.');
      const call = { model: 'res.users', method: 'context_get', parameters: {} };
      const context = await post<{ uid?: unknown; lang?: unknown }>({ isJson2, user: id as number }, call);
      const user = isJson2 ? context?.uid : id;
      if (!Number.isSafeInteger(user)) throw new Unavailable('Odoo sent a response without a user.');
      return { user: user as number, language: typeof context.lang === 'string' ? context.lang : 'en_US' };
    }

    async function findAccount(): Promise<Account> {
      const version = await findVersion();
      if (version < oldest)
        throw new AuthRejected(`This server runs Odoo ${version}. Daybook needs Odoo ${oldest} or later.`);
      const isJson2 = version >= json2Since && !isOldApi;
      const { user, language } = await findUser(isJson2);
      const parameters = { domain: [['user_ids', 'in', [user]]], fields: ['name', 'currency_id'] };
      const companies = await post<{ id: number; name: string; currency_id: [number, string] }[]>(
        { isJson2, user },
        { model: 'res.company', method: 'search_read', parameters },
      );
      const wanted = (credentials.company ?? '').trim();
      const found =
        companies.find(({ name }) => name.trim() === wanted) ?? companies.find(({ id }) => String(id) === wanted);
      if (!found) throw new AuthRejected('The Odoo user has no access to a company with this name.');
      const company = { id: found.id, name: found.name, currency: found.currency_id[1] };
      return { version, isJson2, user, language, company };
    }

    async function account(): Promise<Account> {
      if (mine.account && http.nowMs() - mine.atMs <= rememberedMs) return mine.account;
      const found = await findAccount().catch((error: unknown) => {
        throw asNotSent(error);
      });
      Object.assign(mine, { account: found, atMs: http.nowMs(), fields: new Map() });
      return found;
    }

    async function call<T>(model: string, method: string, parameters: OdooCall['parameters'], context: object = {}) {
      const known = await account();
      const whole = { lang: known.language, allowed_company_ids: [known.company.id], ...context };
      for (let tried = 1; ; tried++) {
        try {
          return await post<T>(known, { model, method, parameters: { ...parameters, context: whole } });
        } catch (error) {
          if (!(error instanceof RolledBack) || tried === triesMax) throw error;
          await pause(betweenTriesMs * tried);
        }
      }
    }

    async function openContent(model: string, method: string, parameters: OdooCall['parameters']): Promise<void> {
      const known = await account();
      const context = { lang: known.language, allowed_company_ids: [known.company.id] };
      const whole = { model, method, parameters: { ...parameters, context } };
      const request = known.isJson2 ? json2Request(credentials, whole) : jsonRpcRequest(credentials, known.user, whole);
      const answer = await sendTwice({ ...request, isContent: true });
      // An error of JSON-RPC comes with status 200, and has no file.
      if (answer.status !== 200) (known.isJson2 ? readJson2 : readJsonRpc)(answer, http.nowMs());
    }

    const fields = async () => {
      await account();
      return createKnownFields(mine.fields, (model) =>
        call(model, 'fields_get', { attributes: ['relation', 'type', 'store'] }),
      );
    };

    return {
      call,
      open: openContent,
      fieldsOf: async (model) => (await fields()).of(model),
      existing: async (model, wanted) => (await fields()).existing(model, wanted),
      own: async (model) => (await fields()).own(model),
      account,
      serverMs: () => serverMs,
    };
  };
}

/** `version_info` is `[19, 0, …]`, or `["saas~18", 2, …]` on Odoo's own servers. */
function versionIn(answer: unknown): number {
  const { version_info: info, server_version_info: older } = (answer ?? {}) as Record<string, unknown[] | undefined>;
  const version = Number(/\d+/.exec(String((info ?? older)?.[0] ?? ''))?.[0]);
  if (!Number.isSafeInteger(version)) throw new Unavailable('No Odoo was found at this URL.');
  return version;
}

function asNotSent(error: unknown): unknown {
  const isKnown = error instanceof AuthRejected || error instanceof PermissionDenied || error instanceof RateLimited;
  if (isKnown || !(error instanceof Error)) return error;
  return new NotSent(`Daybook could not sign in to Odoo. ${error.message}`);
}
