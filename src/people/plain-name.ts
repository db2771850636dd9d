import { badRequest } from '../errors.ts';

/** What a mail program would turn into a link: an address of the web or of e-mail, with or without its scheme. */
const linkLike = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;
const controls = /\p{Cc}/u;

/** Names of people stand in e-mails to others: they carry no links. */
export function requirePlainName(name: string): void {
  if (!linkLike.test(name) && !controls.test(name)) return;
  const message = 'The field "name" must be a name: no web or e-mail address, and a space after a dot.';
  throw badRequest({
    error: `Bad request: ${message}`,
    service: 'people',
    items: [{ itemId: 'name', message, validatorName: 'NameValidator' }],
  });
}

/** For e-mails: a name from elsewhere (single sign-on, an earlier release, an account's) without what becomes a link. */
export function withoutLinks(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/:\/\/|\//g, ' ')
    .replace(/@/g, ' at ')
    .replace(/\.(?=\p{L})/gu, '. ');
}
