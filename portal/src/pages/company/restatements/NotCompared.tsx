import { t } from '../../../messages/books.ts';
import { spaced } from '../../../ui/state-words.ts';
import type { Restatements } from './change-words.ts';

/** Names the data sets about which the report says nothing. Those that the platform does not have are one line. */
export function NotCompared({ missing }: { missing: Restatements['missing'] }) {
  const unsupported = missing.filter(({ code }) => code === 'dataTypeNotSupported');
  const others = missing.filter(({ code }) => code !== 'dataTypeNotSupported');
  if (missing.length === 0) return null;
  return (
    <section className="restated-missing">
      <h3>{t('notCompared')}</h3>
      <ul>
        {others.map(({ dataType, message }) => (
          <li key={dataType}>
            {spaced(dataType)}: {message}
          </li>
        ))}
        {unsupported.length > 0 && (
          <li>{t('thePlatformHasNone', { names: unsupported.map(({ dataType }) => spaced(dataType)).join(', ') })}</li>
        )}
      </ul>
    </section>
  );
}
