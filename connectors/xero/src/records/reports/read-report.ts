import { type Credentials, type ProviderHttp, plainText } from '@daybook/connector-kit';
import { getFromXero, headersFor, readXero } from '../../request-xero.ts';

/** A section of a report. Every row has one value for each column, as decimal text. */
export type Section = { title: string; rows: { name: string; accountId: string; values: string[] }[] };
export type Report = { columns: string[]; sections: Section[] };

type Cell = { Value?: string; Attributes?: { Value: string; Id: string }[] };
type ReportRow = { RowType: string; Title?: string; Cells?: Cell[]; Rows?: ReportRow[] };

export type Access = { http: ProviderHttp; credentials: Credentials; baseUrl: string };

/** Reads a report of Xero. Only rows of accounts are returned: totals can be computed from them. */
export async function readReport(
  { http, credentials, baseUrl }: Access,
  name: string,
  parameters: Record<string, string>,
): Promise<Report> {
  const url = `${baseUrl}/api.xro/2.0/Reports/${name}?${new URLSearchParams(parameters)}`;
  const { body } = await getFromXero(http, url, headersFor(credentials));
  return readXero(body, (text) => {
    const [{ Rows }] = (JSON.parse(text) as { Reports: [{ Rows: ReportRow[] }] }).Reports;
    const header = Rows.find(({ RowType }) => RowType === 'Header')?.Cells ?? [];
    const columns = header.slice(1).map(({ Value = '' }) => Value);
    return { columns, sections: Rows.filter(({ RowType }) => RowType === 'Section').map(sectionOf) };
  });
}

const sectionOf = ({ Title = '', Rows: rows = [] }: ReportRow): Section => ({
  title: Title,
  rows: rows.flatMap(({ RowType, Cells: [first, ...others] = [] }) => {
    const accountId = first?.Attributes?.find(({ Id }) => /^account/i.test(Id))?.Value;
    if (RowType !== 'Row' || accountId === undefined) return [];
    return [{ name: first?.Value ?? '', accountId, values: others.map(({ Value }) => numberText(Value)) }];
  }),
});

/** Xero writes amounts as `-1850.00`; an empty cell means zero. */
function numberText(value = ''): string {
  const text = value.replaceAll(',', '').trim();
  const [, inside] = /^\((.+)\)$/.exec(text) ?? [];
  return plainText(inside === undefined ? text || '0' : `-${inside}`);
}
