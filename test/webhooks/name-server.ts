import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A DNS server on loopback. It calls `answers` for each query, so its answers can change. */
export type NameServer = {
  /** Host and port, in the form that resolvers expect. */
  address: string;
  questions: { name: string; type: 'A' | 'AAAA' }[];
  stop(): Promise<void>;
};

/** `undefined`: no answer at all. An empty list: the name has no such address. */
export type Answers = (question: { name: string; type: 'A' | 'AAAA' }) => string[] | undefined;

const types = { 1: 'A', 28: 'AAAA' } as const;

export async function startNameServer(answers: Answers): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: NameServer['questions'] = [];
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    if (!type) return;
    questions.push({ name, type });
    const addresses = answers({ name, type });
    if (addresses) socket.send(answer(message, end, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    questions,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = types[message.readUInt16BE(at + 1) as keyof typeof types];
  return { name: labels.join('.').toLowerCase(), type, end: at + 5 };
}

/** The question, followed by one record for each address with a TTL of 0. */
function answer(message: Buffer, end: number, addresses: string[]): Buffer {
  const head = Buffer.from(message.subarray(0, end));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((text) => {
    const bytes = Buffer.from(ipaddr.parse(text).toByteArray());
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}
