import type { Connector, PulledPage, PulledRecord } from '@daybook/connector-kit';
import { createSandboxConnector } from '@daybook/connector-sandbox';

type Invoice = { invoiceNumber?: string; status?: string };

/** The sandbox's connector, whose mapping of invoices depends on its version: paid invoices get other numbers. */
export function shiftingConnector({
  baseUrl,
  pageSize = 1000,
  version,
}: {
  baseUrl: string;
  pageSize?: number;
  version: () => number;
}): Connector {
  const base = createSandboxConnector({ baseUrl, pageSize });
  const { invoices } = base.pull;
  const fromSource = base.fromSource?.invoices;
  if (!invoices || !fromSource) throw new Error('The sandbox has no invoices.');
  const shifted = (pulled: PulledRecord): PulledRecord => {
    const { record } = pulled;
    if (!record) return pulled;
    return { ...pulled, record: () => shiftRecord(record() as Invoice, version()) };
  };
  return {
    ...base,
    get mappingVersion() {
      return version();
    },
    pull: {
      ...base.pull,
      async *invoices(input): AsyncGenerator<PulledPage> {
        for await (const page of invoices(input)) yield { ...page, records: page.records.map(shifted) };
      },
    },
    fromSource: { ...base.fromSource, invoices: (source) => shifted(fromSource(source)) },
  };
}

function shiftRecord(record: Invoice, version: number): Invoice {
  if (version === 1 || record.status !== 'Paid') return record;
  return { ...record, invoiceNumber: `${version}/${record.invoiceNumber}` };
}
