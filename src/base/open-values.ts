/**
 * Adds a sentence to the description of a field whose list of values may grow. dev/sdk/ recognizes this
 * sentence. The field's SDK type then also allows any other string, so that client code has to handle unknown values.
 */
export function openValues(description = ''): string {
  return `${description} More values may be added later.`.trimStart();
}
