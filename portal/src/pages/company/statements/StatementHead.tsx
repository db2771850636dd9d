import type { ReactNode } from 'react';

type StatementHeadProps = { title: string; companyName: string; lead: ReactNode; actions: ReactNode };

/** The head of a statement. In print it also names the company. */
export function StatementHead({ title, companyName, lead, actions }: StatementHeadProps) {
  return (
    <header className="statement-head">
      <div>
        <h2>{title}</h2>
        <div className="dimmed">
          <span className="print-only">{companyName} · </span>
          {lead}
        </div>
      </div>
      <div className="no-print">{actions}</div>
    </header>
  );
}
