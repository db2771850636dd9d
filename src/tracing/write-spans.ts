import type { RecordedSpan, SpanId } from './recorded-span.ts';

/**
 * Writes spans as OTLP (opentelemetry/proto/collector/trace/v1, protobuf) in one pass. OpenTelemetry's serializer
 * writes them twice, the first time only to find out their size. It took half of the CPU time of a trace
 * (docs/decisions/0043).
 *
 * Each length comes before its content, but is known only after the content was written. So a fixed number of bytes is
 * reserved for it, which protobuf allows.
 */
export function writeSpans(spans: readonly RecordedSpan[], resource: Record<string, string>): Uint8Array {
  at = 0;
  for (const span of spans) {
    if (at + spanBytesMax > out.length) grow();
    writeSpan(span);
  }
  const written = out.subarray(0, at);
  const scope = message(1, message(1, Buffer.from('daybook')));
  const attributes = Object.entries(resource).map(([name, value]) => {
    const text = message(1, Buffer.from(value));
    return message(1, Buffer.concat([message(1, Buffer.from(name)), message(2, text)]));
  });
  const scopeSpans = message(2, Buffer.concat([scope, written]));
  return message(1, Buffer.concat([message(1, Buffer.concat(attributes)), scopeSpans]));
}

/** Texts are cut at this length, so that a span is never longer than `spanBytesMax`. */
const textMax = 200;
const spanBytesMax = 16_384;

let out = Buffer.allocUnsafeSlow(512 * 1024);
let at = 0;

function grow(): void {
  const larger = Buffer.allocUnsafeSlow(out.length * 2);
  out.copy(larger);
  out = larger;
}

/**
 * A protobuf tag is one byte: field number × 8 + type. The types are 0 (number), 1 (eight bytes) and 2 (length and
 * bytes).
 */
const tag = (field: number, type: number) => field * 8 + type;

function writeSpan(span: RecordedSpan): void {
  const { trace, parent, attributes } = span;
  out[at++] = tag(2, 2);
  const start = at;
  at += 2;
  out[at++] = tag(1, 2);
  out[at++] = 16;
  at += out.write(trace.traceId, at, 16, 'hex');
  writeId(2, span.id);
  if (parent) writeId(4, parent);
  writeText(5, span.name);
  out[at++] = tag(6, 0);
  out[at++] = span.kind;
  writeTime(7, trace.offsetMs + span.startMs);
  writeTime(8, trace.offsetMs + span.endMs);
  if (trace.correlationId !== undefined) writeAttribute('daybook.correlation_id', trace.correlationId);
  for (let i = 0; i < attributes.length; i += 2) writeAttribute(String(attributes[i]), attributes[i + 1] ?? '');
  if (span.error !== undefined) {
    writeAttribute('error.type', span.error);
    // The field `status` (15) with the code 2, which means error.
    for (const byte of [tag(15, 2), 2, tag(3, 0), 2]) out[at++] = byte;
  }
  endLength(start);
}

function writeId(field: number, { high, low }: SpanId): void {
  out[at++] = tag(field, 2);
  out[at++] = 8;
  at = out.writeUInt32BE(high, at);
  at = out.writeUInt32BE(low, at);
}

function writeText(field: number, text: string): void {
  const cut = text.length > textMax ? text.slice(0, textMax) : text;
  out[at++] = tag(field, 2);
  // The length needs two bytes, because 200 characters can take 600 bytes in UTF-8.
  const length = out.write(cut, at + 2);
  out[at++] = (length & 127) | 128;
  out[at++] = length >> 7;
  at += length;
}

/** Writes an entry of the field `attributes` (9): KeyValue { key = 1, value = 2: AnyValue { string = 1, int = 3 } }. */
function writeAttribute(name: string, value: string | number): void {
  out[at++] = tag(9, 2);
  const start = at;
  at += 2;
  at += keyOf(name).copy(out, at);
  out[at++] = tag(2, 2);
  const valueStart = at;
  at += 2;
  if (typeof value === 'string') writeText(1, value);
  else {
    out[at++] = tag(3, 0);
    writeNumber(value);
  }
  endLength(valueStart);
  endLength(start);
}

function endLength(start: number): void {
  const length = at - start - 2;
  out[start] = (length & 127) | 128;
  out[start + 1] = length >> 7;
}

/** Cache of the serialized attribute names. It stays small, because the names are constants of the program. */
const keys = new Map<string, Buffer>();

function keyOf(name: string): Buffer {
  let key = keys.get(name);
  if (!key) {
    key = message(1, Buffer.from(name));
    keys.set(name, key);
  }
  return key;
}

function writeNumber(value: number): void {
  let rest = Math.max(0, Math.round(value));
  for (; rest > 127; rest = Math.floor(rest / 128)) out[at++] = (rest % 128) | 128;
  out[at++] = rest;
}

/**
 * Writes nanoseconds since 1970 as a 64-bit number. It is computed in two halves, because a JavaScript number is exact
 * only up to 53 bits.
 */
function writeTime(field: number, ms: number): void {
  const whole = Math.floor(ms);
  const upper = Math.floor(whole / 65_536) * 1e6;
  const lower = (whole % 65_536) * 1e6 + Math.round((ms - whole) * 1e6);
  const low = (upper % 65_536) * 65_536 + lower;
  out[at++] = tag(field, 1);
  at = out.writeUInt32LE(low % 2 ** 32, at);
  at = out.writeUInt32LE(Math.floor(upper / 65_536) + Math.floor(low / 2 ** 32), at);
}

/** A protobuf field that contains bytes or another message. */
function message(field: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
  return Buffer.concat([Buffer.from([tag(field, 2), ...length, rest]), bytes]);
}
