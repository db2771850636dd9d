import type { EventEmitter } from 'node:events';
import net from 'node:net';
import { beginPage, takeMemory } from './page-memory.ts';

/**
 * Keeps a large text column as the bytes that PostgreSQL has sent. pg would decode a page of 100 records (100 kB) into
 * a string, which is then encoded again for the response. So received data is split into messages before pg parses it.
 * While a query asks for bytes, large rows are parsed here. pg parses all other messages.
 */
export type BytesWire = EventEmitter & {
  /** True while the active query wants large columns as bytes. */
  wantsBytes?: boolean;
};

type Source = { on(event: string, listener: (...given: never[]) => void): unknown };
type Attaching = BytesWire & { attachListeners(stream: Source): void; ssl: unknown; stream: net.Socket };

/**
 * Rows of at least this many bytes are parsed here and not by pg. Their columns of at least this size are not decoded to
 * strings. Smaller rows are left to pg, which parses them fast enough.
 */
export const bytesMin = 4096;

const headerBytes = 5;
const dataRow = 0x44;

/** Unused bytes after each row that is parsed here, so that `enclose` can write there. */
const roomBytes = 2048;

/**
 * Returns the bytes of a column with `start` before them and `end` after them. If the memory of the row has room, both
 * are written into it, over the other columns, which have been read already. The page is then not copied.
 */
export function enclose(bytes: Buffer, { start, end }: { start: Buffer; end: Buffer }): Buffer {
  const from = bytes.byteOffset - start.length;
  const length = start.length + bytes.length + end.length;
  if (from < 0 || from + length > bytes.buffer.byteLength || !beginPage(bytes.buffer))
    return Buffer.concat([start, bytes, end]);
  const whole = Buffer.from(bytes.buffer, from, length);
  start.copy(whole, 0);
  end.copy(whole, start.length + bytes.length);
  return whole;
}

/** Changes how a connection of pg receives data. Must be called before the connection is opened. */
export function separateRows(connection: EventEmitter): void {
  const wire = connection as Attaching;
  let separator: RowSeparator | undefined;
  // TLS reads from the socket itself.
  if (!wire.ssl) wire.stream = socketWithBuffer((chunk) => separator?.take(chunk));
  const attach = wire.attachListeners.bind(wire);
  wire.attachListeners = (stream) =>
    attach({
      on(event, listener) {
        if (event !== 'data') return stream.on(event, listener);
        const own = new RowSeparator(wire, listener as unknown as (chunk: Buffer) => void);
        separator = own;
        return stream.on('data', ((chunk: Buffer) => own.take(chunk)) as never);
      },
    });
}

const readBytes = 64 * 1024;

/** A socket that always reads into the same memory. By default, Node.js allocates new memory for each read. */
function socketWithBuffer(take: (chunk: Buffer) => void): net.Socket {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (length: number) => {
    take(buffer.subarray(0, length));
    return true;
  };
  return new net.Socket({ onread: { buffer, callback } });
}

export class RowSeparator {
  readonly #wire: BytesWire;
  readonly #forward: (chunk: Buffer) => void;
  /** The start of a header whose end has not arrived yet. */
  #held: Buffer | undefined;
  /** Bytes of the current message that have not arrived yet. */
  #missing = 0;
  /** The row that is being taken out. */
  #row: Buffer | undefined;

  constructor(wire: BytesWire, forward: (chunk: Buffer) => void) {
    this.#wire = wire;
    this.#forward = forward;
  }

  /** `given` is only valid during the call: what is kept or passed to pg is copied. */
  take(given: Buffer): void {
    const chunk = this.#held ? Buffer.concat([this.#held, given]) : given;
    this.#held = undefined;
    /** Index of the first byte that has not been passed to pg yet. */
    let start = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#missing > 0) {
        const end = Math.min(chunk.length, at + this.#missing);
        if (this.#row) {
          chunk.copy(this.#row, this.#row.length - this.#missing, at, end);
          start = end;
        }
        this.#missing -= end - at;
        at = end;
        if (this.#missing === 0 && this.#row) this.#finishRow(this.#row);
        continue;
      }
      if (chunk.length - at < headerBytes) {
        this.#held = Buffer.from(chunk.subarray(at));
        break;
      }
      this.#missing = chunk.readUInt32BE(at + 1) + 1 - headerBytes;
      if (chunk[at] === dataRow && this.#missing >= bytesMin && this.#wire.wantsBytes === true) {
        if (at > start) this.#forward(Buffer.from(chunk.subarray(start, at)));
        this.#row = takeMemory(this.#missing + roomBytes).subarray(0, this.#missing);
        start = at + headerBytes;
      }
      at += headerBytes;
    }
    if (at > start) this.#forward(Buffer.from(chunk.subarray(start, at)));
  }

  #finishRow(row: Buffer): void {
    this.#row = undefined;
    this.#wire.emit('dataRow', { fields: fieldsOf(row), length: row.length });
  }
}

/** The columns of a DataRow message: large ones as bytes, the others as text. */
function fieldsOf(row: Buffer): (string | Buffer | null)[] {
  const fields: (string | Buffer | null)[] = [];
  let at = 2;
  for (let left = row.readUInt16BE(0); left > 0; left--) {
    const length = row.readInt32BE(at);
    at += 4;
    if (length === -1) {
      fields.push(null);
      continue;
    }
    const end = at + length;
    fields.push(length >= bytesMin ? row.subarray(at, end) : row.toString('utf8', at, end));
    at = end;
  }
  return fields;
}
