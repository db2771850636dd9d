import { decode } from '../../src/values.ts';
import type { TrytonPlace } from './tryton-server.ts';

/** Reads and changes Tryton's books as a person or another program would, without the connector. */
export class TrytonBooks {
  readonly place: TrytonPlace;
  #authorization = '';
  #context: Record<string, unknown> = {};

  private constructor(place: TrytonPlace) {
    this.place = place;
  }

  static async open(place: TrytonPlace): Promise<TrytonBooks> {
    const books = new TrytonBooks(place);
    const [id, key] = await books.#post<[number, string]>('common.db.login', [
      place.user,
      { password: place.password },
      'en',
    ]);
    books.#authorization = `Session ${Buffer.from(`${place.user}:${id}:${key}`).toString('base64')}`;
    books.#context = await books.#post('model.res.user.get_preferences', [true, {}]);
    return books;
  }

  async #post<T>(method: string, params: unknown[]): Promise<T> {
    const answer = await fetch(`${this.place.url}/${this.place.database}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: this.#authorization },
      body: JSON.stringify({ id: 1, method, params }),
    });
    if (!answer.ok) throw new Error(`${method}: ${answer.status}`);
    const body = (await answer.json()) as { result: T; error?: unknown };
    if (body.error) throw new Error(`${method}: ${JSON.stringify(body.error)}`);
    return body.result;
  }

  get company(): number {
    return Number(this.#context.company);
  }

  call<T>(method: string, params: unknown[], context: object = {}): Promise<T> {
    return this.#post(method, [...params, { ...this.#context, ...context }]);
  }

  /** Decodes the result: decimals and dates become strings. */
  async read<T>(model: string, domain: unknown[], fields: string[], context: object = {}): Promise<T[]> {
    const params = [domain, 0, null, [['id', 'ASC']], fields];
    return decode(await this.call(`model.${model}.search_read`, params, context)) as T[];
  }

  async first(model: string, domain: unknown[]): Promise<number> {
    const [id] = await this.call<number[]>(`model.${model}.search`, [domain, 0, 1, [['id', 'ASC']]]);
    if (id === undefined) throw new Error(`There is no ${model} with ${JSON.stringify(domain)}.`);
    return id;
  }

  create(model: string, values: object): Promise<number> {
    return this.call<number[]>(`model.${model}.create`, [[values]]).then(([id = 0]) => id);
  }

  write(model: string, ids: number[], values: object): Promise<void> {
    return this.call(`model.${model}.write`, [ids, values]);
  }

  delete(model: string, ids: number[]): Promise<void> {
    return this.call(`model.${model}.delete`, [ids]);
  }
}
