-- A published generation is to enter the company's chain (src/proofs/prove-publications.ts).
create or replace function want_proof() returns trigger language plpgsql as $$ begin
  insert into proof_set (account_id, company_id, data_set_id, asked) values (new.account_id, new.company_id, new.data_set_id, 1)
    on conflict (account_id, company_id, data_set_id) do update set asked = proof_set.asked + 1;
  return null;
end $$;
