/** Lets the browser save a file. */
export function saveFile(content: Blob | string, name: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/csv;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Firefox needs the URL a moment longer than the click.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
