import type { ContractAnswer, ContractRequest, ContractServer } from '../../contract-servers/contract-server.ts';
import type { Deed, Proof } from '../proof.ts';

/** One row of an answer, as the vendor's API writes it. */
export type Row = Record<string, unknown>;
export type Touched = { deed: Deed; dataTypes: readonly string[] };
/** Says which data types a successful request has read or written, by its address and what the answer contains. */
export type TouchedBy = (request: ContractRequest, body: Row) => readonly Touched[];

/**
 * Notes what a vendor's client reads from a contract server and writes to it. The answers count, not only the
 * addresses: with Xero, for example, a list of invoices may have invoices, bills, or both.
 */
export function noteTouched(server: Pick<ContractServer, 'observe'>, touchedBy: TouchedBy, proof: Proof): void {
  server.observe((request: ContractRequest, { status, body }: ContractAnswer) => {
    if (status !== 200 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    for (const { deed, dataTypes } of touchedBy(request, body as Row)) proof.note(deed, ...dataTypes);
  });
}

export const rowsIn = (value: unknown): Row[] =>
  Array.isArray(value) ? (value as Row[]) : typeof value === 'object' && value !== null ? [value as Row] : [];
