import { ProviderError, type PulledRecord, type PushInput, Unavailable } from '@daybook/connector-kit';

export type ReadAll = (access: Pick<PushInput, 'http' | 'credentials'>) => Promise<PulledRecord[]>;

/**
 * Reads a record again that was just written, because Xero's answer to the write lacks a part of it. An error must not
 * claim that nothing was written.
 */
export async function readBack(what: string, id: string, input: PushInput, readAll: ReadAll): Promise<PulledRecord> {
  const all = await readAll(input).catch((error) => {
    if (!(error instanceof ProviderError)) throw error;
    throw new Unavailable(`Xero wrote the ${what}, but Daybook could not read it back: ${error.message}`);
  });
  const found = all.find((record) => record.id === id);
  if (!found) throw new Unavailable(`Xero does not list the ${what} that it has written.`);
  return found;
}
