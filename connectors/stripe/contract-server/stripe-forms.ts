import type { ContractAnswer } from '../../../test/contract-servers/contract-server.ts';
import { invalid } from './stripe-refusals.ts';

export type Form = { [name: string]: string | Form };

/** Reads `lines[0][price_data][currency]=usd&expand[]=payments`. Lists become objects with numbers as names. */
export function readForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [outer = '', ...rest] = name.split(/\[|\]\[|\]$/).filter((part, at) => part !== '' || at === 1);
    const path = [outer, ...rest];
    let place = form;
    for (const [at, part] of path.entries()) {
      const own = part || String(Object.keys(place).length);
      if (at === path.length - 1) place[own] = value;
      else {
        if (typeof place[own] !== 'object') place[own] = {};
        place = place[own] as Form;
      }
    }
  }
  return form;
}

const keysMax = 50;

/** Metadata after a request: named keys are set, or removed by an empty text; the others stay. Or why it is rejected. */
export function mergeMetadata(before: unknown, form: Form): { metadata: Form } | ContractAnswer {
  const kept: Form = { ...(before as Form | undefined) };
  for (const [key, value] of Object.entries((form.metadata ?? {}) as Form)) {
    const param = `metadata[${key}]`;
    if (key.length > 40) return invalid(param, 'Metadata keys can have up to 40 characters.');
    if (String(value).length > 500) return invalid(param, 'Metadata values can have up to 500 characters.');
    if (value === '') delete kept[key];
    else kept[key] = value;
  }
  if (Object.keys(kept).length > keysMax) return invalid('metadata', `You can have up to ${keysMax} metadata keys.`);
  return { metadata: kept };
}

export const listIn = (form: Form, name: string) => Object.values((form[name] ?? {}) as Form);
