import { placeOf, sealedColumns } from '../operations/reseal.ts';
import { type Between, rowsOf } from './side.ts';

type PersonRow = {
  person_id: string;
  email: string;
  totp_secret: string | null;
  sso_issuer: string | null;
  sso_subject: string | null;
};

/**
 * Members of the account need a person in the new cell. Someone with the same e-mail address there (checked by
 * `requireMovable`) stays who they are there; anybody else is copied with password and second factor. Returns the
 * persons who have another id in the new cell.
 */
export async function movePersons({ accountId, from, to }: Between): Promise<ReadonlyMap<string, string>> {
  const people = await rowsOf<PersonRow & { row: object }>(
    from.client,
    `select p.person_id, p.email, p.totp_secret, p.sso_issuer, p.sso_subject, to_jsonb(p) as row from person p
      where exists (select from member m where m.account_id = $1 and m.person_id = p.person_id)
        or exists (select from notice_choice c where c.account_id = $1 and c.person_id = p.person_id)`,
    [accountId],
  );
  const others = new Map<string, string>();
  const sealed = sealedColumns.find(({ table }) => table === 'person');
  for (const person of people) {
    const [same] = await rowsOf<{ person_id: string }>(to.client, 'select person_id from person where email = $1', [
      person.email,
    ]);
    if (same) {
      if (same.person_id !== person.person_id) others.set(person.person_id, same.person_id);
      continue;
    }
    const place = sealed ? placeOf(sealed, [person.person_id]) : '';
    const secret = person.totp_secret && to.sealer.seal(from.sealer.unseal(person.totp_secret, place), place);
    // Whoever runs the new cell decides who its operators are.
    await rowsOf(
      to.client,
      `insert into person select p.* from jsonb_populate_record(null::person, $1::jsonb || jsonb_build_object(
          'totp_secret', $2::text, 'is_operator', false)
        || case when exists (select from person o where (o.sso_issuer, o.sso_subject) = ($3, $4))
          then '{"sso_issuer": null, "sso_subject": null}' else '{}'::jsonb end) p`,
      [JSON.stringify(person.row), secret, person.sso_issuer, person.sso_subject],
    );
    const codes = await rowsOf<{ hash: Buffer }>(from.client, 'select hash from recovery_code where person_id = $1', [
      person.person_id,
    ]);
    for (const { hash } of codes)
      await rowsOf(to.client, 'insert into recovery_code values ($1, $2) on conflict do nothing', [
        person.person_id,
        hash,
      ]);
  }
  return others;
}
