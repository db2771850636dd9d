import type { OperationName } from '@daybook/sdk';
import { daybook, type Input } from '../api.ts';
import { Copy } from './Copy.tsx';
import { curlLine } from './curl-line.ts';

/** The API request of a page as a curl command, to run in a terminal. */
export function CurlLine<Name extends OperationName>({ operation, input }: { operation: Name; input: Input<Name> }) {
  const line = curlLine({ url: daybook.urlOf(operation, input) });
  return (
    <details className="curl-line">
      <summary>API request</summary>
      <div className="curl-body">
        <pre>{line}</pre>
        <Copy value={line} what="curl command" />
      </div>
    </details>
  );
}
