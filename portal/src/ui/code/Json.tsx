import { Copy } from './Copy.tsx';

/** Shows a value as indented JSON. Numbers from `parseExact` keep every digit. */
export function Json({ value, what = 'JSON', maxHeight }: { value: unknown; what?: string; maxHeight?: number }) {
  const text = typeof value === 'string' ? pretty(value) : (JSON.stringify(value, null, 2) ?? '');
  return (
    <div className="json">
      <div className="json-copy">
        <Copy value={text} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
      <pre tabIndex={0} style={maxHeight === undefined ? undefined : { maxHeight }}>
        {text}
      </pre>
    </div>
  );
}

/** Indents a string that contains JSON. Returns every other string unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
