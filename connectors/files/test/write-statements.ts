import { escapeXml } from './write-xlsx.ts';

/** A bank statement from which files of each format are written. Amounts have two decimals. */
export type Statement = { account: string; opening: string; closing: string; entries: StatementEntry[] };
export type StatementEntry = { id: string; date: string; amount: string; name: string; text: string };

const compact = (date: string) => date.replaceAll('-', '');

export function ofx({ account, closing, entries }: Statement, version: 1 | 2): string {
  const value = (name: string, text: string) => `<${name}>${escapeXml(text)}${version === 2 ? `</${name}>` : ''}\n`;
  const list = entries.map(
    ({ id, date, amount, name, text }) =>
      `<STMTTRN>\n${value('TRNTYPE', 'OTHER')}${value('DTPOSTED', `${compact(date)}120000[0:GMT]`)}${value('TRNAMT', amount)}${id ? value('FITID', id) : ''}${value('NAME', name)}${value('MEMO', text)}</STMTTRN>\n`,
  );
  const head =
    version === 2
      ? '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n'
      : 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n';
  return `${head}<OFX>\n<BANKMSGSRSV1>\n<STMTTRNRS>\n<STMTRS>\n${value('CURDEF', 'EUR')}<BANKACCTFROM>\n${value('BANKID', '12030000')}${value('ACCTID', account)}</BANKACCTFROM>\n<BANKTRANLIST>\n${list.join('')}</BANKTRANLIST>\n<LEDGERBAL>\n${value('BALAMT', closing)}${value('DTASOF', '20260131')}</LEDGERBAL>\n</STMTRS>\n</STMTTRNRS>\n</BANKMSGSRSV1>\n</OFX>\n`;
}

export function camt({ account, opening, closing, entries }: Statement, version: '02' | '08'): string {
  const amount = (text: string) =>
    `<Amt Ccy="EUR">${text.replace('-', '')}</Amt><CdtDbtInd>${text.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, text: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(text)}<Dt><Dt>2026-01-31</Dt></Dt></Bal>`;
  const list = entries.map((entry) => {
    const side = entry.amount.startsWith('-') ? 'Cdtr' : 'Dbtr';
    const name = `<Nm>${escapeXml(entry.name)}</Nm>`;
    const party = version === '08' ? `<Pty>${name}</Pty>` : name;
    const status = version === '08' ? '<Cd>BOOK</Cd>' : 'BOOK';
    return `<Ntry>${amount(entry.amount)}<Sts>${status}</Sts><BookgDt><Dt>${entry.date}</Dt></BookgDt><AcctSvcrRef>${entry.id}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><${side}>${party}</${side}></RltdPties><RmtInf><Ustrd>${escapeXml(entry.text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', opening)}${balance('CLBD', closing)}${list.join('')}</Stmt></BkToCstmrStmt></Document>\n`;
}

export function mt940({ account, opening, closing, entries }: Statement): string {
  const money = (text: string) => text.replace('-', '').replace('.', ',');
  const mark = (text: string) => (text.startsWith('-') ? 'D' : 'C');
  const short = (date: string) => compact(date).slice(2);
  const list = entries.map(
    ({ id, date, amount, name, text }) =>
      `:61:${short(date)}${short(date).slice(2)}${mark(amount)}${money(amount)}NTRF${id || 'NONREF'}\n:86:166?00BOOKING?20${text}?32${name}\n`,
  );
  return `:20:STATEMENT\n:25:${account}\n:28C:1/1\n:60F:${mark(opening)}260101EUR${money(opening)}\n${list.join('')}:62F:${mark(closing)}260131EUR${money(closing)}\n-\n`;
}
