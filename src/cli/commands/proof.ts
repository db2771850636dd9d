import { readFileSync } from 'node:fs';
import { noAccount } from '../../http/access/principal.ts';
import { rotateKey } from '../../proofs/keys.ts';
import { BundleRefused, type Proven, verifyBundle } from '../../proofs/verify-bundle.ts';
import { type Command, textOption, UsageError } from '../command.ts';
import { withBase } from '../with-base.ts';

export const proofVerify: Command = {
  name: 'verify',
  summary: 'Check a bundle that proves what was in the books; needs no database and no network',
  positionals: ['FILE'],
  options: { key: { type: 'string' } },
  optionHelp: { key: 'the public key that must have signed it, as GET /proofs/keys shows it; default: any key' },
  examples: ['daybook verify invoices-proof-17.ndjson --key Wt8mTt1xDIXeQzdkN2sWoUTOkKVvwHhe1tJZGDZTxnA'],
  async run(input) {
    const [file = ''] = input.positionals;
    const bundle = readBundle(file);
    try {
      const proven = verifyBundle(bundle);
      const key = textOption(input, 'key');
      if (key !== undefined && key !== proven.publicKey)
        throw new BundleRefused(`It is signed by another key: ${proven.publicKey}.`);
      return { data: { isProven: true, ...proven }, text: sentence(proven) };
    } catch (error) {
      if (!(error instanceof BundleRefused)) throw error;
      const reason = error.message;
      return { data: { isProven: false, reason }, text: `The bundle proves nothing: ${reason}`, exitCode: 1 };
    }
  },
};

function readBundle(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`The file "${file}" cannot be read: ${(error as Error).message}`);
  }
}

function sentence({ records, deleted, dataType, companyId, publishedAt, publicKey }: Proven): string {
  const day = new Date(publishedAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const count = (records - deleted).toLocaleString('en');
  const also = deleted === 0 ? '' : ` (and ${deleted.toLocaleString('en')} deleted)`;
  return `${count} ${dataType}${also} were in the books of the company ${companyId}, as the installation with the key ${publicKey} had read them and published them on ${day} at ${publishedAt.slice(11, 19)} UTC.`;
}

export const proofRotateKey: Command = {
  name: 'proof rotate-key',
  summary: 'Sign later entries of the chains with a new key; the public half of the old one stays published',
  examples: ['daybook proof rotate-key'],
  run: (input) =>
    withBase(input, async (base) => {
      const data = await rotateKey(base, (tx, keys) => input.keep(base, tx, { accountId: noAccount, data: keys }));
      const before = data.retired === undefined ? 'There was no key before.' : `Retired: ${data.retired}`;
      return { data, text: `New key: ${data.publicKey}\n${before}` };
    }),
};
