import type { Specification } from './specification.ts';

/** The fields of a model, each with the model that it refers to. */
export type KnownFields = ReadonlyMap<string, string | undefined>;

type FieldsGet = Record<string, { relation?: string }>;

/** Reads the fields of models, each model once. Fields differ by version, by installed apps and by access rights. */
export function createKnownFields(fieldsGet: (model: string) => Promise<FieldsGet>) {
  const known = new Map<string, Promise<KnownFields>>();
  function of(model: string): Promise<KnownFields> {
    const found = known.get(model);
    if (found) return found;
    const reading = fieldsGet(model).then(
      (all) => new Map(Object.entries(all).map(([name, { relation }]) => [name, relation])),
    );
    known.set(model, reading);
    reading.catch(() => known.delete(model));
    return reading;
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
