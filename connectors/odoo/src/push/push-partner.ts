import { type PushAnswer, type PushWish, undoBy } from '@daybook/connector-kit';
import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import type { WirePartner } from '../records/partners.ts';
import type { OdooCall } from '../requests.ts';
import type { Odoo } from '../session.ts';
import { externalId } from './load-record.ts';
import { ownFields } from './own-fields.ts';
import {
  addressOf,
  addressValues,
  contact,
  ownValues,
  type PushedAddress,
  type PushedPartner,
  partnerStatus,
} from './partner-values.ts';
import type { Found, Pusher, PushKind } from './push-records.ts';
import { type Countries, findCountries, idFrom } from './references.ts';
import { conflict, wrong } from './refusals.ts';
import { type Row, tableOf } from './table.ts';

type Rank = 'customer_rank' | 'supplier_rank';
type Known = { company?: number; countries?: Countries };

const model = 'res.partner';
const noKnown: Known = {};

/** How partners are written. Customers and suppliers differ in the field with the name, and in their rank. */
export function partnerPush(rank: Rank): PushKind {
  const nameField = rank === 'customer_rank' ? 'customerName' : 'supplierName';
  return {
    operations: {
      create: closed({ [nameField]: text(200), ...contact }),
      update: closed({ [nameField]: optional(text(200)), ...contact, status: partnerStatus }),
      delete: true,
    },
    choices: {},
    // Odoo does not delete a partner that a cancelled document names.
    undo: undoBy.archive,
    customFields: ownFields(),
    names: { name: nameField, email: 'emailAddress', phone: 'phone', vat: 'taxNumber' },
    pushers: { create: creator(rank), update: updater, delete: remover(rank) },
  };
}

const recordIn = ({ record = {} }: PushWish) => record as PushedPartner;

/** Creates a partner with its contact and its delivery address in one call. */
const creator = (rank: Rank): Pusher => ({
  request: (wish) => loadCall(rank, wish, noKnown),
  async complete(odoo, wish) {
    const countries = await countriesOf(odoo, recordIn(wish));
    if ('kind' in countries) return countries;
    // The record belongs to the company of the connection, so that no other connection reads it.
    return loadCall(rank, wish, { company: (await odoo.account()).company.id, countries });
  },
});

function loadCall(rank: Rank, wish: PushWish, known: Known): OdooCall {
  const record = recordIn(wish);
  const { contactName } = record;
  const [billing, delivery] = [addressOf(record, 'Billing'), addressOf(record, 'Delivery')];
  const company = known.company === undefined ? undefined : String(known.company);
  const children: Row[] = [
    ...(contactName ? [{ type: 'contact', name: contactName, 'company_id/.id': company }] : []),
    ...(delivery ? [{ type: 'delivery', 'company_id/.id': company, ...addressColumns(delivery, known) }] : []),
  ];
  const head = {
    ...{ id: externalId(wish.reference), ...ownValues(record), is_company: '1', [rank]: '1' },
    ...(billing && addressColumns(billing, known)),
    'company_id/.id': company,
  };
  return { model, method: 'load', parameters: tableOf(head, { child_ids: children }) };
}

const addressColumns = (one: PushedAddress, { countries }: Known): Row => {
  const id = countries?.get(one.country ?? '');
  return { ...addressValues(one), ...(id !== undefined && { 'country_id/.id': String(id) }) };
};

/** Changes a partner, its addresses and its contact in one call, and so in one database transaction. */
const updater: Pusher = {
  request: (wish) => writeCall(wish, undefined, noKnown),
  async complete(odoo, wish, found) {
    const countries = await countriesOf(odoo, recordIn(wish));
    if ('kind' in countries) return countries;
    return writeCall(wish, found, { company: (await odoo.account()).company.id, countries });
  },
};

function writeCall(wish: PushWish, found: Found | undefined, known: Known): OdooCall {
  const record = recordIn(wish);
  const children = (found?.row as WirePartner | undefined)?.child_ids ?? [];
  const person = children.find((one) => one.type === 'contact' && one.active && !one.is_company);
  const place = children.find((one) => one.type === 'delivery' && one.active);
  const { contactName, status } = record;
  const [billing, delivery] = [addressOf(record, 'Billing'), addressOf(record, 'Delivery')];
  const commands = [
    ...(contactName ? [childCommand(person?.id, 'contact', { name: contactName })] : []),
    ...(delivery ? [childCommand(place?.id, 'delivery', writtenAddress(delivery, known))] : []),
  ];
  const vals = {
    ...ownValues(record),
    active: status && status === 'Active',
    ...(billing && writtenAddress(billing, known)),
    ...(commands.length > 0 && { child_ids: commands }),
  };
  return { model, method: 'write', parameters: { ids: [idFrom(wish.recordId)], vals } };
}

/** Odoo's commands for lists: 0 creates a record, 1 changes it. */
const childCommand = (id: number | undefined, type: string, values: object) =>
  id === undefined ? [0, 0, { type, ...values }] : [1, id, values];

const writtenAddress = (one: PushedAddress, { countries }: Known) => ({
  ...addressValues(one),
  // A region belongs to a country, so it goes too.
  ...{ country_id: countries?.get(one.country ?? '') ?? false, state_id: false },
});

async function countriesOf(odoo: Odoo, { addresses = [] }: PushedPartner): Promise<Countries | PushAnswer> {
  const repeated = addresses.findIndex(({ type }, at) => addresses.findIndex((one) => one.type === type) !== at);
  if (repeated !== -1) return wrong('There can be one address of each type.', `addresses.${repeated}.type`);
  const found = await findCountries(
    odoo,
    addresses.flatMap(({ country }) => country ?? []),
  );
  const unknown = addresses.findIndex(({ country }) => country !== undefined && !found.has(country));
  if (unknown === -1) return found;
  return wrong(`There is no country ${addresses[unknown]?.country}.`, `addresses.${unknown}.country`);
}

/** Odoo deletes a partner only if no document refers to it. */
const remover = (rank: Rank): Pusher => ({
  request: ({ recordId }) => ({ model, method: 'unlink', parameters: { ids: [idFrom(recordId)] } }),
  async complete(_, { recordId }, found) {
    const wire = found?.row as WirePartner;
    const other = rank === 'customer_rank' ? 'supplier_rank' : 'customer_rank';
    if (wire[other] > 0)
      return conflict(`The partner is also a ${other.split('_')[0]}, and Odoo has one record for both. Archive it.`);
    return { model, method: 'unlink', parameters: { ids: [idFrom(recordId)] } };
  },
});
