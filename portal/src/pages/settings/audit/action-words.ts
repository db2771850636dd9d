import { t } from '../../../messages/settings.ts';

/** The past tense of the verbs with which operations begin. */
const verbs: Record<string, string> = {
  accept: t('verbAccepted'),
  apply: t('verbApplied'),
  authorize: t('verbAuthorized'),
  cancel: t('verbCancelled'),
  change: t('verbChanged'),
  confirm: t('verbConfirmed'),
  create: t('verbCreated'),
  declare: t('verbDeclared'),
  delete: t('verbDeleted'),
  disable: t('verbDisabled'),
  enable: t('verbEnabled'),
  end: t('verbEnded'),
  enter: t('verbEntered'),
  invite: t('verbInvited'),
  link: t('verbLinked'),
  mute: t('verbMuted'),
  preview: t('verbPreviewed'),
  prove: t('verbConfirmed'),
  push: t('verbPushed'),
  receive: t('verbReceived'),
  recover: t('verbResentFailed'),
  rehearse: t('verbRehearsed'),
  remove: t('verbRemoved'),
  replace: t('verbChanged'),
  replay: t('verbResentMissed'),
  request: t('verbRequested'),
  resend: t('verbResent'),
  resolve: t('verbResolved'),
  retry: t('verbResentPending'),
  rollback: t('verbRolledBack'),
  rotate: t('verbRotated'),
  set: t('verbSet'),
  start: t('verbStarted'),
  switch: t('verbSwitched'),
  test: t('verbTested'),
  unlink: t('verbUnlinked'),
};

/** Operations whose name is not a verb and its object. */
const others: Record<string, string> = {
  signIn: t('signedInAction'),
  signOut: t('signedOutAction'),
  pushCreate: t('pushedNew'),
  pushUpdate: t('pushedChange'),
  pushDelete: t('pushedDeletion'),
  testConsumer: t('sentTestEvent'),
  requestAllData: t('requestedAllSyncs'),
  requestData: t('requestedSync'),
  proveSession: t('confirmedPassword'),
  callTool: t('usedTool'),
  passThrough: t('passedThrough'),
};

/** What was done, in words: "Rotated consumer secret". An operation that is not known is shown by its own name. */
export function actionWords(operation: string): string {
  const own = others[operation];
  if (own) return own;
  const [, verb = '', object = ''] = /^([a-z]+)(.*)$/.exec(operation) ?? [];
  const past = verbs[verb];
  return past ? [past, lowered(fieldWords(object))].filter(Boolean).join(' ') : fieldWords(operation);
}

/** Without the capital at the start, except in abbreviations. */
const lowered = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** Whether the words of an operation are known. For the tests. */
export const isKnownAction = (operation: string): boolean =>
  operation in others || (/^[a-z]+/.exec(operation)?.[0] ?? '') in verbs;

const short: Record<string, string> = { url: 'URL', id: 'ID', api: 'API', totp: 'TOTP', ip: 'IP', oauth: 'OAuth' };

/** The name of a field in words: `notifiers.emails.0` is "Notifiers › Emails 1", `isOrdered` is "Ordered". */
export function fieldWords(path: string): string {
  const words: string[] = [];
  for (const part of path.split('.')) {
    if (/^\d+$/.test(part) && words.length > 0) words.push(`${words.pop()} ${Number(part) + 1}`);
    else words.push(partWords(part));
  }
  return words.join(' › ');
}

function partWords(part: string): string {
  const words = part
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replaceAll(/([0-9])([A-Za-z])/g, '$1 $2')
    .split(' ')
    .map((word) => short[word.toLowerCase()] ?? word.toLowerCase());
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
