import { kindOf } from './kinds.ts';
import type { Item } from './store.ts';

export type Composed = { subject: string; text: string };

/** A message lists at most this many conditions. The others are only counted. */
const listedMax = 20;
const subjectMax = 150;

/** Writes one message with all notices for a recipient about one account or about the installation. Pure function. */
export function composeNotice(of: {
  items: readonly Item[];
  /** Null if the notices are about the installation. */
  accountName: string | null;
  portalUrl: string;
  muteUrl: string;
}): Composed {
  const { items, accountName, portalUrl, muteUrl } = of;
  const opened = items.filter(({ phase }) => phase === 'opened');
  const recovered = items.filter(({ phase }) => phase === 'recovered');
  const [only] = items;
  const whole =
    only && items.length === 1
      ? `${only.phase === 'opened' ? '' : 'Recovered: '}${titleOf(only)}`
      : [
          ...(opened.length > 0 ? [`${opened.length} ${opened.length === 1 ? 'problem' : 'problems'}`] : []),
          ...(recovered.length > 0 ? [`${recovered.length} recovered`] : []),
        ].join(', ');
  const subject = cut(`${accountName === null ? 'Daybook installation' : plain(accountName)}: ${whole}`);
  const section = (title: string, of: readonly Item[]) =>
    of.length === 0 ? [] : [`${title}:`, ...of.slice(0, listedMax).map((item) => lineOf(item, portalUrl)), ...rest(of)];
  const settings = accountName === null ? '/operator/notifications' : '/settings/notifications';
  const paragraphs = [
    ...section('Problems', opened),
    ...section('Recovered', recovered),
    `Mute these notifications for 7 days: ${muteUrl}`,
    `Choose which notifications you get: ${portalUrl}${settings}`,
  ];
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

function titleOf({ kind, phase, name }: Item): string {
  const quoted = name === '' ? '' : `"${plain(name)}"`;
  return kindOf(kind)?.[phase](quoted) ?? kind;
}

function lineOf(item: Item, portalUrl: string): string {
  const detail = item.detail && item.phase === 'opened' ? ` (${plain(item.detail)})` : '';
  const time = item.phase === 'opened' ? `since ${timeOf(item.since)}` : timeOf(item.recovered_at ?? item.since);
  return `- ${titleOf(item)}${detail}, ${time}.\n  ${portalUrl}${item.page}`;
}

const rest = (items: readonly Item[]) =>
  items.length > listedMax ? [`… and ${items.length - listedMax} more. The portal shows them.`] : [];
const timeOf = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const cut = (text: string) => (text.length > subjectMax ? `${text.slice(0, subjectMax - 1)}…` : text);

/** Removes line breaks and shortens the text, because names and error messages come from clients and platforms. */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/**
 * The body for the incoming webhook of a chat program. Chat programs turn `<…>` into links, and `<!channel>` and
 * `@channel` notify everybody. So `<`, `>` and `@` are replaced, because a name could contain them.
 */
export function chatBody({ subject, text }: Composed): string {
  const safe = `${subject}\n\n${text}`.replaceAll('<', '‹').replaceAll('>', '›').replaceAll('@', '@\u200b');
  return JSON.stringify({ text: safe });
}
