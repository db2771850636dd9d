import type { OdooPlace } from './odoo-server.ts';

/** Reads and changes Odoo's books as a person or another program would, without the connector. */
export class OdooBooks {
  readonly place: OdooPlace;
  #company = 0;

  private constructor(place: OdooPlace) {
    this.place = place;
  }

  static async open(place: OdooPlace): Promise<OdooBooks> {
    const books = new OdooBooks(place);
    books.#company = await books.first('res.company', [['name', '=', place.company]]);
    return books;
  }

  get company(): number {
    return this.#company;
  }

  async call<T>(model: string, method: string, parameters: object, context: object = {}): Promise<T> {
    const own = { ...(this.#company && { allowed_company_ids: [this.#company] }), ...context };
    const answer = await fetch(`${this.place.url}/json/2/${model}/${method}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', authorization: `bearer ${this.place.apiKey}` },
        'x-odoo-database': this.place.database,
      },
      body: JSON.stringify({ ...parameters, context: own }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${model}.${method}: ${answer.status} ${JSON.parse(text).message ?? text}`);
    return JSON.parse(text) as T;
  }

  read<T>(model: string, domain: unknown[], fields: string[]): Promise<T[]> {
    return this.call(model, 'search_read', { domain, fields, order: 'id' });
  }

  async first(model: string, domain: unknown[]): Promise<number> {
    const [id] = await this.call<number[]>(model, 'search', { domain, limit: 1, order: 'id' });
    if (id === undefined) throw new Error(`There is no ${model} with ${JSON.stringify(domain)}.`);
    return id;
  }

  async create(model: string, values: object): Promise<number> {
    const [id = 0] = await this.call<number[]>(model, 'create', { vals_list: [values] });
    return id;
  }

  write(model: string, ids: number[], vals: object): Promise<void> {
    return this.call(model, 'write', { ids, vals });
  }

  delete(model: string, ids: number[]): Promise<void> {
    return this.call(model, 'unlink', { ids });
  }

  /** Calls a button of Odoo's own screens. */
  press(model: string, button: string, ids: number[]): Promise<unknown> {
    return this.call(model, button, { ids });
  }
}
