import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/**
 * A webhook receiver that is as cheap as Node allows (some 10 µs a request), so that the sender is measured. POST
 * /hang... gets no response; POST /noted... is answered and recorded with its id and time; others are only counted. GET
 * /count, GET /noted (which also clears the records), GET /reset. From GET /outage to GET /outage-over, every POST gets
 * 503 and is not counted.
 */
const refusal = Buffer.from('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n');
const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok');
let isOut = false;
let count = 0;
let noted: [string, string, number][] = [];

function take(head: string, socket: Socket): void {
  if (head.startsWith('POST')) {
    if (isOut) {
      socket.write(refusal);
      return;
    }
    count++;
    if (head.startsWith('/hang', 5)) return;
    if (head.startsWith('/noted', 5)) {
      const path = head.slice(5, head.indexOf(' ', 5));
      const id = /webhook-id: ([^\r]+)/i.exec(head)?.[1] ?? '';
      noted.push([path, id, performance.timeOrigin + performance.now()]);
    }
    socket.write(answer);
    return;
  }
  let text = String(count);
  if (head.startsWith('/noted', 4)) {
    text = JSON.stringify(noted);
    noted = [];
  }
  if (head.startsWith('/reset', 4)) {
    count = 0;
    noted = [];
  }
  if (head.startsWith('/outage', 4)) isOut = !head.startsWith('/outage-over', 4);
  socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function serve(socket: Socket): void {
  let rest: Buffer | undefined;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    let data = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    while (data.length > 0) {
      const headEnd = data.indexOf('\r\n\r\n');
      if (headEnd === -1) break;
      const head = data.toString('latin1', 0, headEnd);
      const at = head.toLowerCase().indexOf('content-length: ');
      const length = at === -1 ? 0 : Number.parseInt(head.slice(at + 16, at + 26), 10);
      const end = headEnd + 4 + length;
      if (data.length < end) break;
      take(head, socket);
      data = data.subarray(end);
    }
    if (data.length > 0) rest = data;
  });
}

const host = '127.0.0.1';
createServer(serve).listen({ host, port: Number(process.env.PORT), backlog: 4096 });
if (process.env.TLS_PORT) {
  const [key, cert] = [process.env.TLS_KEY ?? '', process.env.TLS_CERT ?? ''].map((file) => readFileSync(file));
  createTlsServer({ key, cert }, serve).listen({ host: '0.0.0.0', port: Number(process.env.TLS_PORT), backlog: 4096 });
}
process.once('SIGTERM', () => process.exit(0));
