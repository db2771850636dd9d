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

export const listIn = (form: Form, name: string) => Object.values((form[name] ?? {}) as Form);
