import { badRequest, wrongField } from '../../base/errors.ts';

/**
 * Matches text that mail programs turn into a link: a web or e-mail address, with or without a scheme such as https://.
 */
const linkLike = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;
const controls = /\p{Cc}/u;

/** Names appear in e-mails to other people, so they must not contain links. */
export function requirePlainName(name: string): void {
  if (!linkLike.test(name) && !controls.test(name)) return;
  const problem = 'must not contain a web or e-mail address or control characters. Put a space after each dot';
  throw badRequest({
    service: 'people',
    items: [wrongField({ itemId: 'name', problem, validatorName: 'NameValidator' })],
  });
}

/**
 * Removes links from names in e-mails. `requirePlainName` has not checked all names: account names, names from single
 * sign-on and names that older releases stored may contain links.
 */
export function withoutLinks(name: string): string {
  return name
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/:\/\/|\//g, ' ')
    .replace(/@/g, ' at ')
    .replace(/\.(?=\p{L})/gu, '. ');
}
