/**
 * Sends the request of an operation to the Daybook that serves this page: with the key that the reader types, which is
 * stored nowhere, or else with the session of the portal. A request that is not a GET is sent only after a confirmation.
 */
for (const panel of document.querySelectorAll<HTMLElement>('.try-it')) {
  const form = panel.querySelector('form');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(panel, form);
  });
}

async function send(panel: HTMLElement, form: HTMLFormElement): Promise<void> {
  const { method = 'GET', path = '' } = panel.dataset;
  const status = panel.querySelector('.try-it-status') as HTMLElement;
  const answer = panel.querySelector('.try-it-answer') as HTMLElement;
  const url = addressOf(form, path);
  if (method !== 'GET' && !confirm(`Send ${method} ${url.pathname}? It changes data of your account.`)) return;
  status.textContent = 'Sending…';
  answer.hidden = true;
  const began = performance.now();
  try {
    const response = await fetch(url, { method, ...requestOf(form) });
    const text = await response.text();
    const ms = Math.round(performance.now() - began);
    status.textContent = `${response.status} ${response.statusText}, ${ms} ms${hint(response.status, form)}`;
    (answer.firstElementChild as HTMLElement).textContent = readable(text);
    answer.hidden = text === '';
  } catch {
    status.textContent = 'No Daybook answers at this address.';
  }
}

function addressOf(form: HTMLFormElement, path: string): URL {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')];
  const textOf = (name: string) => inputs.find((input) => input.name === name)?.value.trim() ?? '';
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name)));
  const url = new URL(filled, location.origin);
  for (const input of inputs)
    if (input.dataset.in === 'query' && input.value.trim() !== '') url.searchParams.set(input.name, input.value.trim());
  return url;
}

function requestOf(form: HTMLFormElement): RequestInit {
  const key = form.querySelector<HTMLInputElement>('input[name=key]')?.value ?? '';
  const body = form.querySelector('textarea')?.value ?? '';
  return {
    credentials: key === '' ? 'same-origin' : 'omit',
    headers: {
      accept: 'application/json',
      ...(key !== '' && { authorization: `Basic ${btoa(`${key}:`)}` }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body }),
  };
}

const hint = (status: number, form: HTMLFormElement) =>
  status === 401 && (form.querySelector<HTMLInputElement>('input[name=key]')?.value ?? '') === ''
    ? '. Enter a key, or sign in to the portal in this browser.'
    : '';

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
