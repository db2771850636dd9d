import type { OperationName } from '@daybook/sdk';
import { daybook, type Input } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { Copy } from './Copy.tsx';
import { curlLine } from './curl-line.ts';

/** The API request of a page as a curl command, to run in a terminal. */
export function CurlLine<Name extends OperationName>({ operation, input }: { operation: Name; input: Input<Name> }) {
  return <CurlRequest url={daybook.urlOf(operation, input)} />;
}

export function CurlRequest({ url }: { url: string }) {
  const line = curlLine({ url });
  return (
    <details className="curl-line">
      <summary>{t('apiRequest')}</summary>
      <div className="curl-body">
        <pre>{line}</pre>
        <Copy value={line} what={t('curlCommand')} />
      </div>
    </details>
  );
}
