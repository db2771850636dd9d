import { type PulledRecord, parseExact } from '@daybook/connector-kit';

type Told = { kind?: string; record?: PulledRecord & { text?: string; unmapped?: string } };

/** Restores the record of a push answer from the JSON text that the thread sent. */
export function withRecord(value: unknown): unknown {
  const answer = value as Told | undefined;
  if (answer?.kind !== 'done' || !answer.record) return value;
  const { text, unmapped, ...record } = answer.record;
  if (unmapped !== undefined) {
    const fail = () => {
      throw new Error(unmapped);
    };
    return { ...answer, record: { ...record, record: fail } };
  }
  return { ...answer, record: { ...record, ...(text !== undefined && { record: () => parseExact(text) }) } };
}
