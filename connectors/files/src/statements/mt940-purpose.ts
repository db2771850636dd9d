/**
 * Reads the text of a transaction (:86:) in its common dialects: subfields with numbers after a code of three digits, as
 * German and Polish banks write them (`166?20…?32NAME`, also with < or ~ instead of ?), words between slashes
 * (`/REMI/…/NAME/…`), and plain text.
 */
export function readPurpose(text: string): string {
  const lines = text.split('\n');
  const [, separator] = /^\d{0,3}([?<~^>])\d{2}/.exec(text) ?? [];
  if (separator) return numbered(lines.join(''), separator);
  const joined = lines.join('');
  if (/^\/[A-Z]{3,8}\//.test(joined)) return slashed(joined);
  return clean(lines.join(' '));
}

const clean = (text: string) => text.replace(/\s+/g, ' ').trim();

function numbered(text: string, separator: string): string {
  const parts = text.split(separator).slice(1);
  const of = (isWanted: (code: number) => boolean) =>
    clean(
      parts
        .filter((part) => /^\d{2}/.test(part) && isWanted(Number(part.slice(0, 2))))
        .map((part) => part.slice(2))
        .join(''),
    );
  const name = of((code) => code === 32 || code === 33);
  const purpose = of((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63));
  return [name, purpose].filter(Boolean).join(' · ') || of((code) => code === 0);
}

function slashed(text: string): string {
  const found = new Map(
    [...text.matchAll(/\/([A-Z]{3,8})\/((?:(?!\/[A-Z]{3,8}\/).)*)/g)].map(([, key = '', value = '']) => [key, value]),
  );
  const name = found.get('NAME') ?? found.get('ORDP') ?? found.get('BENM') ?? '';
  const purpose = (found.get('REMI') ?? found.get('EREF') ?? '').replace(/^(USTD|STRD)\/{1,2}/, '');
  return [name, purpose].map(clean).filter(Boolean).join(' · ') || clean(text);
}
