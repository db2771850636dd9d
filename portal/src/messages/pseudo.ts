import type { Message } from './message.ts';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'áƀćđéƒǵĥíĵķĺɱńóṕɋŕśţúṽŵẋýźÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓṔɊŔŚŢÚṼŴẊÝŹ'];
const literal = 0;

/** Puts accents on the letters of a message. The names of placeholders, tags and plural forms stay as they are. */
export function pseudo(message: Message): Message {
  return typeof message === 'string' ? accent(message) : message.map(accentPart);
}

function accentPart(part: Exclude<Message, string>[number]): typeof part {
  if ('children' in part) return { ...part, children: part.children.map(accentPart) };
  if ('options' in part) {
    const forms = Object.entries(part.options).map(([name, form]) => [
      name,
      { ...form, value: form.value.map(accentPart) },
    ]);
    return { ...part, options: Object.fromEntries(forms) };
  }
  return part.type === literal ? { ...part, value: accent(part.value) } : part;
}

function accent(text: string): string {
  return [...text].map((sign) => accented[plain.indexOf(sign)] ?? sign).join('');
}
