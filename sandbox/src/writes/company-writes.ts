import { type CompanyChanges, recordChange } from '../books/company-changes.ts';

/** `void` cancels an open document, and `archive` takes a party or an item out of use. Neither changes anything else. */
export type WriteOperation = 'create' | 'update' | 'delete' | 'void' | 'archive';

export type KeptAnswer = { status: number; body: string };

/** `text` is the record as JSON without the closing brace. It is absent on delete. */
export type WrittenChange = {
  dataType: string;
  id: string;
  index: number;
  kind: 'create' | 'update' | 'delete';
  text?: string;
};

/** A write request with its outcome: its changes, its response, and everything else that must survive a restart. */
export type Write = {
  dataType: string;
  operation: WriteOperation;
  at: string;
  /**
   * Empty if the write was rejected. Otherwise the written record comes first, followed by the other records that
   * change with it, such as the invoices that a payment pays.
   */
  changes: WrittenChange[];
  answer: KeptAnswer;
  clientRef?: string;
  /** The content of a file, in base64. */
  content?: string;
  /** An idempotency key may be reused only with the same request. The fingerprint identifies the request. */
  key?: { key: string; fingerprint: string };
  /**
   * The write is performed immediately, but the ticket returns the response only after `looks` polls and not before
   * `readyAtMs`.
   */
  ticket?: { ticket: string; looks: number; readyAtMs: number };
};

export type LoggedWrite = {
  position: number;
  type: string;
  operation: WriteOperation;
  id: string;
  key?: string;
  client_ref?: string;
  at: string;
};

/**
 * Data about the writes that clients have made to a company. The written records themselves are stored elsewhere
 * (`CompanyChanges`).
 */
export type CompanyWrites = {
  log: LoggedWrite[];
  keys: Map<string, { fingerprint: string; answer: KeptAnswer }>;
  tickets: Map<string, { answer: KeptAnswer; looksLeft: number; readyAtMs: number }>;
  /** Maps `dataType/client_ref` to the ids of the records, oldest first. */
  byClientRef: Map<string, string[]>;
  /**
   * Maps an invoice number to the id of the invoice that a client has written with it. If the number of an invoice
   * changes, the entry for its old number stays.
   */
  invoiceNumbers: Map<string, string>;
  /** The contents of files by the ids of the attachments. */
  contents: Map<string, Buffer>;
};

export function noWrites(): CompanyWrites {
  return {
    log: [],
    keys: new Map(),
    tickets: new Map(),
    byClientRef: new Map(),
    invoiceNumbers: new Map(),
    contents: new Map(),
  };
}

export function recordWrite(writes: CompanyWrites, changes: CompanyChanges, write: Write, logMax: number): void {
  const { dataType, operation, clientRef, key, ticket, answer, at } = write;
  const [first] = write.changes;
  if (first && write.content !== undefined) writes.contents.set(first.id, Buffer.from(write.content, 'base64'));
  const position = changes.position + 1;
  for (const change of write.changes) {
    recordChange(changes, change.dataType, change, logMax);
    if (change.dataType !== 'invoices' || change.text === undefined) continue;
    const { number } = JSON.parse(`${change.text}}`) as { number: string };
    writes.invoiceNumbers.set(number, change.id);
  }
  if (first) {
    const named = { ...(key && { key: key.key }), ...(clientRef !== undefined && { client_ref: clientRef }) };
    writes.log.push({ position, type: dataType, operation, id: first.id, ...named, at });
    if (clientRef !== undefined) {
      const name = `${dataType}/${clientRef}`;
      writes.byClientRef.set(name, [...(writes.byClientRef.get(name) ?? []), first.id]);
    }
  }
  if (ticket) {
    const { looks: looksLeft, readyAtMs } = ticket;
    writes.tickets.set(ticket.ticket, { answer, looksLeft, readyAtMs });
  }
  if (key) {
    const told = ticket ? ticketAnswer(ticket) : answer;
    writes.keys.set(key.key, { fingerprint: key.fingerprint, answer: told });
  }
}

export function ticketAnswer({ ticket }: { ticket: string }): KeptAnswer {
  return { status: 202, body: JSON.stringify({ ticket, look_after_ms: 50 }) };
}

/** Returns the response if it is ready, 202 if it is not ready yet, and undefined for an unknown ticket. */
export function lookAtTicket(writes: CompanyWrites, ticket: string, nowMs: number): KeptAnswer | undefined {
  const found = writes.tickets.get(ticket);
  if (!found) return undefined;
  if (found.looksLeft > 0) {
    found.looksLeft--;
    return ticketAnswer({ ticket });
  }
  return nowMs < found.readyAtMs ? ticketAnswer({ ticket }) : found.answer;
}
