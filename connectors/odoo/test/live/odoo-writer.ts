import { OdooBooks } from './odoo-books.ts';
import { today } from './odoo-changes.ts';
import type { OdooPlace } from './odoo-server.ts';

/**
 * A process that changes invoices in Odoo while others do the same: it creates drafts, edits them or only a line of
 * them, posts some and deletes some. Started by odoo-writers.live.ts with `{ place, writer, round, steps }` as its argument.
 */
const { place, writer, round, steps } = JSON.parse(process.argv[2] ?? '{}') as {
  place: OdooPlace;
  writer: number;
  round: number;
  steps: number;
};
const books = await OdooBooks.open(place);
const partner = await books.first('res.partner', [['name', '=', 'Aldine Books']]);
const account = await books.first('account.account', [['account_type', '=', 'income']]);

const drafts: number[] = [];
const told = { created: 0, edited: 0, posted: 0, deleted: 0 };

async function create(step: number): Promise<void> {
  const line = { name: `Writer ${writer}.${round}.${step}`, quantity: 1, price_unit: 10 + step, account_id: account };
  drafts.push(
    await books.create('account.move', {
      ...{ move_type: 'out_invoice', partner_id: partner, invoice_date: today() },
      invoice_line_ids: [[0, 0, { ...line, tax_ids: [[6, 0, []]] }]],
    }),
  );
  told.created++;
}

async function edit(id: number, step: number): Promise<void> {
  const [line = 0] = await books.call<number[]>('account.move.line', 'search', {
    domain: [
      ['move_id', '=', id],
      ['display_type', '=', 'product'],
    ],
  });
  // Half of the edits change only a line, which does not change the time of the invoice itself.
  if (step % 2)
    await books.write('account.move.line', [line], { name: `Edited ${writer}.${round}.${step}`, price_unit: step });
  else
    await books.write('account.move', [id], {
      ref: `R ${writer}.${round}.${step}`,
      invoice_line_ids: [[1, line, { quantity: 2 }]],
    });
  told.edited++;
}

for (let step = 0; step < steps; step++) {
  const id = drafts[step % Math.max(1, drafts.length)] ?? 0;
  const kind = step % 5;
  if (kind < 2 || drafts.length < 3) await create(step);
  else if (kind === 2) await edit(id, step);
  else if (kind === 3) {
    await books.delete('account.move', [id]);
    drafts.splice(drafts.indexOf(id), 1);
    told.deleted++;
  } else {
    await edit(id, step);
    await books.press('account.move', 'action_post', [id]);
    drafts.splice(drafts.indexOf(id), 1);
    told.posted++;
  }
}
process.stdout.write(`${JSON.stringify(told)}\n`);
