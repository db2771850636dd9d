import type { Specification } from './specification.ts';

export type KnownField = {
  /** The model that the field refers to. */
  relation?: string;
  type?: string;
  /** Whether the value is stored in the database. Others are computed at each read. */
  store?: boolean;
};

/** The fields of a model. */
export type KnownFields = ReadonlyMap<string, KnownField>;

/** Fields that were read before, by model. */
export type FieldCache = Map<string, KnownFields>;

type FieldsGet = Record<string, KnownField>;

/** Types whose values are short. A reference is read as its id. */
const ownTypes = [
  'char',
  'text',
  'selection',
  'boolean',
  'integer',
  'float',
  'monetary',
  'date',
  'datetime',
  'many2one',
];

/** Reads the fields of models, each model once. Fields differ by version, by installed apps and by access rights. */
export function createKnownFields(known: FieldCache, fieldsGet: (model: string) => Promise<FieldsGet>) {
  async function of(model: string): Promise<KnownFields> {
    const found = known.get(model);
    if (found) return found;
    const read = new Map(Object.entries(await fieldsGet(model)));
    known.set(model, read);
    return read;
  }
  /** Leaves out the fields that this server does not have, because Odoo rejects a request with an unknown field. */
  async function existing(model: string, wanted: Specification): Promise<Specification> {
    const fields = await of(model);
    const kept: Record<string, { fields?: Specification }> = {};
    for (const [name, inner] of Object.entries(wanted)) {
      if (!fields.has(name)) continue;
      const relation = fields.get(name)?.relation;
      kept[name] = inner.fields && relation ? { fields: await existing(relation, inner.fields) } : inner;
    }
    return kept;
  }
  /** Fields that the company has added to a model: Odoo's names of such fields begin with `x_`. */
  async function own(model: string): Promise<Specification> {
    const names = [...(await of(model))].flatMap(([name, { type = '', store }]) =>
      name.startsWith('x_') && store && ownTypes.includes(type) ? [[name, {}]] : [],
    );
    return Object.fromEntries(names);
  }
  return { of, existing, own };
}
