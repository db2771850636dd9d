import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type EchoedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A server that looks like Fava and sends every request back, with its headers, unless `answerWith` says otherwise. */
export async function startEchoPlatform() {
  const requests: EchoedRequest[] = [];
  const state: { answer: ((request: EchoedRequest, response: ServerResponse) => void) | undefined } = {
    answer: undefined,
  };
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const part of incoming) body += part;
    const request = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    if (state.answer) return state.answer(request, response);
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=1', etag: '"7"' });
    response.end(
      JSON.stringify({
        data: { options: { title: 'Echo', operating_currency: ['EUR'], documents: [] }, request },
        mtime: '1',
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (answer: typeof state.answer) => {
      state.answer = answer;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
