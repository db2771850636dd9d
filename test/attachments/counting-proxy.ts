import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to the platform, and counts the bytes of the responses. */
export async function startCountingProxy(target: string) {
  const counted = { bytes: 0 };
  const server = createServer((asked, reply) => {
    const { method, headers, url } = asked;
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (part: Buffer) => {
        counted.bytes += part.length;
      });
      answer.pipe(reply);
      answer.once('error', () => reply.destroy());
      answer.once('aborted', () => reply.destroy());
    });
    onward.once('error', () => reply.destroy());
    reply.once('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    counted,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
