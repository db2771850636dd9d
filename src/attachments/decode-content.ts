import { type ContentForm, Unavailable } from '@daybook/connector-kit';

/**
 * Decodes base64 in the text of a JSON member while it arrives. Nothing but the part that has just arrived is in
 * memory. Throws if the text does not end, so that a response that breaks off is never taken for a whole file.
 */
export async function* decodeContent(
  parts: AsyncIterable<Buffer>,
  form: Extract<ContentForm, { kind: 'base64' }>,
): AsyncGenerator<Buffer> {
  const start = new RegExp(`"${form.member}"\\s*:\\s*(?:"|(?:false|null)\\b)`);
  let before: string | undefined = '';
  let left = '';
  let isOver = false;
  for await (const part of parts) {
    if (isOver) continue;
    let text = part.toString('latin1');
    if (before !== undefined) {
      const seen: string = before + text;
      const found = start.exec(seen);
      if (!found && seen.length > beforeMax)
        throw new Unavailable(`The platform's response does not have the member "${form.member}".`);
      before = found ? undefined : seen;
      if (!found) continue;
      // A platform that has a record without a file sends false or null.
      isOver = !found[0].endsWith('"');
      if (isOver) continue;
      text = seen.slice(found.index + found[0].length);
    }
    const end = text.indexOf('"');
    isOver = end >= 0;
    // JSON may write "/" as "\/", and line breaks as "\n".
    const digits = left + (isOver ? text.slice(0, end) : text);
    const open = isOver || !digits.endsWith('\\') ? '' : '\\';
    const plain = digits.slice(0, digits.length - open.length).replace(/\\[nr]|\\(?=\/)|\s/g, '');
    const whole = isOver ? plain.length : plain.length - (plain.length % 4);
    left = plain.slice(whole) + open;
    if (/[^A-Za-z0-9+/=]/.test(plain)) throw new Unavailable("The platform's response is not base64.");
    if (whole > 0) yield Buffer.from(plain.slice(0, whole), 'base64');
  }
  if (!isOver) throw new Unavailable("The platform's response broke off.");
}

/** Maximum length of what comes before the member. */
const beforeMax = 1024 * 1024;
