import type { Specification } from './specification.ts';

/** The fields of a model, each with the model that it refers to. */
export type KnownFields = ReadonlyMap<string, string | undefined>;

/** Fields that were read before, by model. */
export type FieldCache = Map<string, KnownFields>;

type FieldsGet = Record<string, { relation?: string }>;

/** Reads the fields of models, each model once. Fields differ by version, by installed apps and by access rights. */
export function createKnownFields(known: FieldCache, fieldsGet: (model: string) => Promise<FieldsGet>) {
  async function of(model: string): Promise<KnownFields> {
    const found = known.get(model);
    if (found) return found;
    const read = new Map(Object.entries(await fieldsGet(model)).map(([name, { relation }]) => [name, relation]));
    known.set(model, read);
    return read;
  }
  /** Leaves out the fields that this server does not have, because Odoo rejects a request with an unknown field. */
  async function existing(model: string, wanted: Specification): Promise<Specification> {
    const fields = await of(model);
    const kept: Record<string, { fields?: Specification }> = {};
    for (const [name, inner] of Object.entries(wanted)) {
      if (!fields.has(name)) continue;
      const relation = fields.get(name);
      kept[name] = inner.fields && relation ? { fields: await existing(relation, inner.fields) } : inner;
    }
    return kept;
  }
  return { of, existing };
}
