/** Sends a request with the key of the demo account, as any client would. */
export type SendDemo = <T = { [name: string]: unknown }>(method: string, path: string, body?: object) => Promise<T>;

export function sendWith({ url, key }: { url: string; key: string }): SendDemo {
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${key}:`)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
}
