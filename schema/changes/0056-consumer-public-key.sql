-- additive: yes
-- A consumer whose deliveries are signed with ed25519 has a private key instead of a shared secret in `secret` (and in
-- `previous_secret` after a rotation), and its public key here. Null: HMAC with a shared secret.
alter table consumer add column public_key text, add column previous_public_key text;
