import { PermissionDenied, Unavailable } from '@daybook/connector-kit';
import { Refused, RolledBack } from '../answers.ts';
import { alsoArchived, unreadable } from '../pull-records.ts';
import type { Odoo } from '../session.ts';
import type { Table } from './table.ts';

/**
 * Daybook's reference of a push is the external id of the record that it creates. Odoo keeps external ids in a table of
 * its own with a unique index, writes them in the same database transaction as the record, and deletes them with it.
 * Nobody sees or edits them on Odoo's screens, unlike a reference or a note. The module is no app of Odoo, so no update
 * of an app removes them; two underscores are Odoo's own custom for such modules (`__import__`).
 */
const module = '__daybook__';
const nameOf = (reference: string) => `push_${reference}`;
export const externalId = (reference: string) => `${module}.${nameOf(reference)}`;

/**
 * Makes `load` create a record once and never write to it again: with these values, Odoo leaves a record alone whose
 * external id exists already. So a request that arrives twice, even late or at the same time, makes one record.
 */
const createOnce = { mode: 'update', noupdate: true };

type Loaded = { ids: number[] | false; messages: { type: string; message: string; field?: string }[] };

/** Odoo's `load` reports PostgreSQL's conflicts between database transactions as messages. */
const isConflict = /could not serialize access|deadlock detected|could not obtain lock/i;

/** What a user must be allowed to do in Odoo. */
export type Right = { model: string; operation: 'create' | 'write' };

/** Creates a record with its lines and external id in one database transaction. `field`: the field that is wrong. */
export async function loadRecord(odoo: Odoo, model: string, table: Table, rights: readonly Right[]): Promise<void> {
  const { ids, messages } = await odoo.call<Loaded>(model, 'load', table, createOnce);
  if (Array.isArray(ids)) return;
  if (!Array.isArray(messages)) throw new Unavailable('Odoo sent a response without ids.');
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.some(({ message }) => isConflict.test(message)))
    throw new RolledBack('Odoo rolled back the call, because the record was just changed.');
  const [first] = errors;
  // `load` reports a missing right as a message too, in the language of the user.
  // Nothing was written, so a failure of this question must not count as an unknown outcome.
  if (!(await hasRights(odoo, rights).catch(() => true))) throw new PermissionDenied(first?.message);
  throw new Refused(first?.message ?? 'Odoo gave no reason.', first?.field);
}

async function hasRights(odoo: Odoo, rights: readonly Right[]): Promise<boolean> {
  const { version } = await odoo.account();
  for (const { model, operation } of rights) {
    const [method, parameters] =
      version >= 18
        ? (['has_access', { ids: [], operation }] as const)
        : (['check_access_rights', { operation, raise_exception: false }] as const);
    if (!(await odoo.call<boolean>(model, method, parameters))) return false;
  }
  return true;
}

/**
 * Returns the id of the record that a push has created. Every user may look up an external id, so the rights to create
 * the record are checked if there is none.
 */
export async function findLoaded(odoo: Odoo, reference: string, rights: readonly Right[]): Promise<number | undefined> {
  const parameters = { module, xml_id: nameOf(reference) };
  const found = await odoo
    .call<[string, number | false]>('ir.model.data', 'check_object_reference', parameters, alsoArchived)
    .catch((error: unknown) => {
      if (error instanceof Refused && /External ID not found/i.test(error.message)) return undefined;
      return unreadable(error);
    });
  if (found === undefined) {
    if (await hasRights(odoo, rights)) return undefined;
    throw new PermissionDenied('The user may not create this record in Odoo.');
  }
  // The record exists, but the user must not see it (any more).
  if (!Number.isSafeInteger(found?.[1])) throw new Unavailable('Odoo does not show the record that was created.');
  return found[1] as number;
}
