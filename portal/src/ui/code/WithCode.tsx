/** Shows a text from the API. Names between backticks are shown as code. */
export function WithCode({ text }: { text: string }) {
  const parts = text.split('`').map((part, index) => ({ part, index }));
  return parts.map(({ part, index }) =>
    index % 2 ? (
      <code key={index} className="plain-code">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
