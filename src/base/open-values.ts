/**
 * Ends the description of a field whose values are not final. The types of the SDK then accept any other text, too
 * (dev/write-sdk-types.ts), so that clients keep a default.
 */
export function openValues(description = ''): string {
  return `${description} More values may be added later.`.trimStart();
}
