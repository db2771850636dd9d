import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { lowerAscii } from './compared-values.ts';

const ascii = /^[\0-\x7f]*$/;

/**
 * Texts without case and accents, as PostgreSQL folds them: its tables of characters are not those of JavaScript. Texts
 * in ASCII need no statement.
 */
export class FoldedTexts {
  readonly #folded = new Map<string, string>();
  readonly #wanted = new Set<string>();

  want(text: string): void {
    if (!ascii.test(text) && !this.#folded.has(text)) this.#wanted.add(text);
  }

  /** Folds the texts that are wanted, in one statement. */
  async load({ db }: { db: Db }, accountId: string): Promise<void> {
    if (this.#wanted.size === 0) return;
    const texts = [...this.#wanted];
    const rows = await db.read(
      accountId,
      sql<{ folded: string }>`select fold_text(t.text) as folded
        from unnest(${texts}::text[]) with ordinality t (text, place) order by t.place`,
    );
    for (const [place, text] of texts.entries()) this.#folded.set(text, rows[place]?.folded ?? '');
    this.#wanted.clear();
  }

  of = (text: string): string => {
    if (ascii.test(text)) return lowerAscii(text);
    const folded = this.#folded.get(text);
    if (folded === undefined) throw new Error('A text was not folded before it was compared.');
    return folded;
  };
}
