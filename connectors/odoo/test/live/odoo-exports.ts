import type { OdooPlace } from './odoo-server.ts';

/** The exports of Odoo's own screens, from the same addresses and with the same headings as its "Export" dialog. */
export class OdooExports {
  readonly #url: string;
  readonly #cookie: string;

  private constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  /** Signs in as a person, because exports need a session. */
  static async open({ url, database: db }: OdooPlace): Promise<OdooExports> {
    const params = { db, login: 'admin', password: 'admin' };
    const answer = await post(`${url}/web/session/authenticate`, params, '');
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    return new OdooExports(url, cookie.join('; '));
  }

  async #call<T>(path: string, params: object): Promise<T> {
    const { result, error } = (await (await post(`${this.#url}${path}`, params, this.#cookie)).json()) as {
      result?: T;
      error?: { data?: { message?: string } };
    };
    if (result === undefined) throw new Error(`${path}: ${error?.data?.message}`);
    return result;
  }

  /** Headings as the dialog shows them: `Number`, or `Invoice lines/Quantity` for a field of a related record. */
  async #columns(model: string, fields: readonly string[]): Promise<{ name: string; label: string; type: string }[]> {
    type Field = { id: string; string: string; field_type: string; params?: { model: string; prefix: string } };
    const shared = { domain: [], import_compat: false };
    const known = await this.#call<Field[]>('/web/export/get_fields', { model, ...shared });
    for (const parent of new Set(fields.flatMap((name) => (name.includes('/') ? [name.split('/')[0]] : [])))) {
      const field = known.find(({ id }) => id === parent);
      const { model: related, prefix } = field?.params ?? missing(model, String(parent));
      const more = { model: related, prefix, parent_name: field?.string, ...shared };
      known.push(...(await this.#call<Field[]>('/web/export/get_fields', more)));
    }
    return fields.map((name) => {
      const { string: label, field_type: type } = known.find(({ id }) => id === name) ?? missing(model, name);
      return { name, label, type };
    });
  }

  async export(
    format: 'csv' | 'xlsx',
    { model, domain, fields }: { model: string; domain: unknown[]; fields: string[] },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const data = {
      ...{ model, domain, ids: false, import_compat: false, context: { allowed_company_ids: [1] } },
      fields: await this.#columns(model, fields),
    };
    const path = `/web/export/${format}?${new URLSearchParams({ data: JSON.stringify(data) })}`;
    const answer = await fetch(`${this.#url}${path}`, { headers: { cookie: this.#cookie } });
    if (!answer.ok) throw new Error(`${model}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

const post = (url: string, params: object, cookie: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ jsonrpc: '2.0', params }),
  });

function missing(model: string, name: string): never {
  throw new Error(`Odoo offers no field ${name} of ${model} for exports.`);
}
