/** About 49,000 common passwords, from the list that the authors of zxcvbn-ts maintain. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Loads the list when the first password is set, because it takes 20 MB and 80 ms and most processes never need it. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...more]);
}

/** Likely guesses that are not in the list, because they are specific to this service, too new or too long. */
const more = ['daybook', 'correcthorsebatterystaple', 'iloveyouforever', 'changemenow', 'welcometo', 'mypassword'];

/** Minimum length of a word that is looked up in the list. Shorter words occur in too many good passwords. */
const wordMin = 4;

/**
 * Whether the password is a listed word. Added digits or symbols, repetition, and letters replaced by `0 1 3 4 5 @ $ !`
 * do not hide the word.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  const list = await common;
  const plain = password.normalize('NFKC').toLowerCase();
  return [plain, plain.replace(/[01345@$!]/g, (sign) => lookalikes[sign] ?? sign)].some((text) =>
    [text, text.replace(/^[^a-z]+|[^a-z]+$/g, ''), text.replace(/[^a-z]/g, '')].some(
      (form) => form.length >= wordMin && (list.has(form) || list.has(unrepeated(form))),
    ),
  );
}

const lookalikes: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's', '!': 'i' };

/** `monkeymonkey` → `monkey`. */
function unrepeated(text: string): string {
  const [, part] = /^(.{4,}?)\1+$/.exec(text) ?? [];
  return part ?? text;
}
