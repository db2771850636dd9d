import type { ReactNode } from 'react';
import { t } from '../../../../messages/books.ts';

/** The lines of a document. Wide ones scroll sideways. */
export function LinesTable({
  heads,
  children,
}: {
  heads: readonly { label: string; className?: string }[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="document-scroll" aria-label={t('lines')} tabIndex={0}>
      <table className="document-lines" aria-label={t('lines')}>
        <thead>
          <tr>
            {heads.map(({ label, className }) => (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
