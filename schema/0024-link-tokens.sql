-- additive: no (the previous release reads link_token as the token itself; here it is a hash)
-- Hashes existing link tokens with the triggers of 0021. The tokens still work for one link lifetime after this change,
-- unless they are rotated before that. Only rows are locked, so an open dump does not make this file start again.
update company set link_token = link_token where length(link_token) < 64;
update connection set link_token = link_token where length(link_token) < 64;
