import type { OperationName } from '@daybook/sdk';
import { daybook, type Input } from '../api.ts';
import { Copy } from './Copy.tsx';
import { curlLine } from './curl-line.ts';

/** The request behind a list, to be repeated in a terminal. */
export function CurlLine<Name extends OperationName>({ operation, input }: { operation: Name; input: Input<Name> }) {
  const line = curlLine({ url: daybook.urlOf(operation, input) });
  return (
    <details className="curl-line">
      <summary>The same by the API</summary>
      <div className="curl-body">
        <pre>{line}</pre>
        <Copy value={line} what="the curl line" />
      </div>
    </details>
  );
}
