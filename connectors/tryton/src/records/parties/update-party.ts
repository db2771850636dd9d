import { type Found, idFrom, readForChange, readNamed } from '../../change-records.ts';
import { done, type Pusher } from '../../push-records.ts';
import { refusal } from '../../push-refusals.ts';
import type { Source } from '../../source.ts';
import type { WireAddress, WireParty } from './parties.ts';
import { addressValues, contactValues, type PushedParty, pushedName, withCountries } from './party-values.ts';

/**
 * The values of an update. A field that the client left out is undefined and keeps its value in Tryton. Addresses that
 * the client sent replace all others.
 */
const valuesOf = (record: PushedParty) => ({
  name: pushedName(record),
  active: record.status && record.status === 'Active',
  addresses: record.addresses && (record.addresses.length ? record.addresses : [{}]).map((one) => addressValues(one)),
  contact_mechanisms: contactValues(record),
});
type Values = ReturnType<typeof valuesOf>;

const write = 'model.party.party.write';

/** Changes a party, its addresses and its contact details in one call, and so in one database transaction. */
export const partyUpdater = (source: Source): Pusher<[unknown, Values]> => ({
  request: ({ record, recordId }) => ({
    method: write,
    params: [[idFrom(recordId)], valuesOf((record ?? {}) as PushedParty)],
  }),
  async complete(tryton, [, values], { wish }) {
    const found = await readForChange<WireParty>(tryton, source, wish);
    if ('kind' in found) return found;
    const { contactName } = (wish.record ?? {}) as PushedParty;
    if (isAsWished(found, values, contactName)) return done(found.record);
    const contacts = contactCommands(found.wire, values, contactName);
    if (!contacts) {
      const message = 'Tryton stores a contact name with an e-mail address or phone number, and the party has neither.';
      return refusal(message, { itemId: 'contactName' });
    }
    const addresses = values.addresses && (await withCountries(tryton, values.addresses));
    if (addresses && 'kind' in addresses) return addresses;
    const completed = {
      ...(values.name !== undefined && { name: values.name }),
      ...(values.active !== undefined && { active: values.active }),
      ...(addresses && { addresses: addressCommands(activeAddresses(found.wire), addresses) }),
      ...(contacts.length > 0 && { contact_mechanisms: contacts }),
    };
    return [{ method: write, params: [[found.wire.id], completed] }];
  },
  async find(tryton, { wish }, { isWritten }) {
    const found = await readNamed<WireParty>(tryton, source, wish);
    const record = (wish.record ?? {}) as PushedParty;
    const isDone = found && (isWritten || isAsWished(found, valuesOf(record), record.contactName));
    return isDone ? done(found.record) : { kind: 'absent' };
  },
});

const activeAddresses = ({ addresses }: WireParty) => addresses.filter(({ active }) => active);

/**
 * Documents refer to their addresses, so Tryton does not delete one that was used. The sent addresses therefore replace
 * the values of the existing ones in order. Addresses that are left over are archived.
 */
function addressCommands(existing: WireAddress[], sent: { country: number | undefined }[]): unknown[] {
  const none = { street: null, city: null, postal_code: null, country: null };
  const surplus = existing.slice(sent.length).map(({ id }) => id);
  const isMoved = (at: number, country: number | undefined) => existing[at]?.country?.id !== country;
  return [
    ...sent.slice(0, existing.length).map((values, at) => [
      'write',
      [existing[at]?.id],
      // A region belongs to a country.
      {
        ...none,
        ...values,
        country: values.country ?? null,
        ...(isMoved(at, values.country) && { subdivision: null }),
      },
    ]),
    ...(sent.length > existing.length ? [['create', sent.slice(existing.length)]] : []),
    ...(surplus.length > 0 ? [['write', surplus, { active: false }]] : []),
  ];
}

type Mechanism = WireParty['contact_mechanisms'][number];
const kinds: Readonly<Record<string, readonly string[]>> = { email: ['email'], phone: ['phone', 'mobile'] };

/** The contact detail that Daybook shows as the e-mail address or the phone number of the party. */
function shown({ contact_mechanisms }: WireParty, kind: string): Mechanism | undefined {
  const of = (wanted: string) => contact_mechanisms.find(({ type, value }) => value && type === wanted);
  return (kinds[kind] ?? []).map(of).find(Boolean);
}

/** Returns undefined if the party has no contact detail that could hold the contact name. */
function contactCommands(wire: WireParty, values: Values, contactName: string | undefined): unknown[] | undefined {
  const named = contactName !== undefined && { name: contactName };
  const commands: unknown[] = values.contact_mechanisms.map(({ type, value }) => {
    const existing = shown(wire, type);
    return existing ? ['write', [existing.id], { value, ...named }] : ['create', [{ type, value, ...named }]];
  });
  if (!named) return commands;
  const holder = holderOf(wire);
  const isNamed = values.contact_mechanisms.some(({ type }) => shown(wire, type) === holder);
  if (holder && !isNamed) commands.push(['write', [holder.id], named]);
  return commands.length > 0 ? commands : undefined;
}

/** The contact detail whose name Daybook shows as the contact name. */
const holderOf = ({ contact_mechanisms }: WireParty) =>
  contact_mechanisms.find(({ type, value }) => value && ['email', 'phone', 'mobile'].includes(type));

const plain = (text: string | null | undefined) => (text ?? '').trim();

/** Tryton may write a phone number with other spaces, and an e-mail address in lower case. */
const comparable = { email: (text: string) => text.toLowerCase(), phone: (text: string) => text.replace(/\D/g, '') };

function isAsWished({ wire }: Found<WireParty>, values: Values, contactName: string | undefined): boolean {
  const addressText = (street: unknown, city: unknown, code: unknown, country: unknown) =>
    JSON.stringify([street, city, code, country].map((part) => plain(part as string | null | undefined)));
  const held = activeAddresses(wire).map((one) =>
    addressText(one.street, one.city, one.postal_code, one.country?.code),
  );
  const wanted = values.addresses?.map((one) => addressText(one.street, one.city, one.postal_code, one.country));
  return (
    (values.name === undefined || plain(wire.name) === plain(values.name)) &&
    (values.active === undefined || wire.active === values.active) &&
    (!wanted || JSON.stringify(held.sort()) === JSON.stringify(wanted.sort())) &&
    values.contact_mechanisms.every(({ type, value }) => {
      const text = comparable[type as keyof typeof comparable];
      return text(plain(shown(wire, type)?.value)) === text(plain(value));
    }) &&
    (contactName === undefined || plain(holderOf(wire)?.name) === plain(contactName))
  );
}
