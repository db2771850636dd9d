import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '../wait-for.ts';

/** An OpenTelemetry collector on loopback: receives OTLP over HTTP and reads its protobuf. */
export type Collector = {
  url: string;
  /** All spans received so far. */
  spans: CollectedSpan[];
  /** Bodies as received, as text, to look for what must not be in them. */
  bodies: string[];
  /** Sets the status of the next responses. */
  respond(status: number): void;
  /** Waits until the trace has a span with each of the names, and returns its spans. */
  trace(traceId: string, names: readonly string[]): Promise<CollectedSpan[]>;
  stop(): Promise<void>;
};

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  startNs: bigint;
  endNs: bigint;
  attributes: Record<string, string | number>;
  hasFailed: boolean;
  resource: Record<string, string | number>;
};

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (status === 200) {
      bodies.push(body.toString('latin1'));
      spans.push(...readSpans(body));
    }
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    bodies,
    respond(next) {
      status = next;
    },
    async trace(traceId, names) {
      const own = () => spans.filter((span) => span.traceId === traceId);
      const missing = () => names.filter((name) => !own().some((span) => span.name === name));
      await waitFor(async () => missing().length === 0, 15_000).catch(() => {
        throw new Error(`missing: ${missing().join(', ')}; received: ${own().map((span) => span.name)}`);
      });
      return own();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(body: Buffer): CollectedSpan[] {
  return all(body, 1).flatMap((resourceSpans) => {
    const resource = attributesOf(first(resourceSpans, 1) ?? Buffer.alloc(0), 1);
    return all(resourceSpans, 2).flatMap((scopeSpans) => all(scopeSpans, 2).map((span) => readSpan(span, resource)));
  });
}

function readSpan(span: Buffer, resource: CollectedSpan['resource']): CollectedSpan {
  const fields = read(span);
  const number = (field: number) => fields.find((one) => one.field === field)?.value as bigint;
  const status = first(span, 15) ?? Buffer.alloc(0);
  return {
    traceId: first(span, 1)?.toString('hex') ?? '',
    spanId: first(span, 2)?.toString('hex') ?? '',
    parentSpanId: first(span, 4)?.toString('hex') ?? '',
    name: first(span, 5)?.toString() ?? '',
    kind: Number(number(6)),
    startNs: number(7),
    endNs: number(8),
    attributes: attributesOf(span, 9),
    hasFailed: read(status).some(({ field, value }) => field === 3 && value === 2n),
    resource,
  };
}

function attributesOf(message: Buffer, field: number): Record<string, string | number> {
  const pairs = all(message, field).map((pair) => {
    const [value] = read(first(pair, 2) ?? Buffer.alloc(0));
    return [first(pair, 1)?.toString(), typeof value?.value === 'bigint' ? Number(value.value) : String(value?.value)];
  });
  return Object.fromEntries(pairs);
}

const all = (message: Buffer, field: number) =>
  read(message).flatMap((one) => (one.field === field && typeof one.value !== 'bigint' ? [one.value] : []));
const first = (message: Buffer, field: number): Buffer | undefined => all(message, field)[0];

/** The fields of a protobuf message in the order in which they were written. */
function read(message: Buffer): { field: number; value: bigint | Buffer }[] {
  const fields = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const type = tag & 7;
    let value: bigint | Buffer;
    if (type === 0) value = varint();
    else if (type === 2) {
      const length = Number(varint());
      value = message.subarray(at, at + length);
      at += length;
    } else {
      value = type === 1 ? message.readBigUInt64LE(at) : BigInt(message.readUInt32LE(at));
      at += type === 1 ? 8 : 4;
    }
    fields.push({ field: tag >> 3, value });
  }
  return fields;
}
