/** Passwords that are tried first: a list of some 49,000, kept by the authors of zxcvbn-ts. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Read when a password is set for the first time: it takes 20 MB and 80 ms, which most processes never need. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...more]);
}

/** What is tried here, and is too new or too long for the list. */
const more = ['daybook', 'correcthorsebatterystaple', 'iloveyouforever', 'changemenow', 'welcometo', 'mypassword'];

/** Shorter words are part of too many good passwords. */
const wordMin = 4;

/** One of the list, also with digits and signs around it, written twice, or with `0`, `1`, `3`, `4`, `5`, `@`, `$` for letters. */
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
