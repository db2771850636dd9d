-- additive: no (the release before reads link_token as the token itself, and here it is a hash)
-- Tokens of links that were made before: the trigger of 0021 keeps their hash. They work for the lifetime of a link after this
-- change, unless they are rotated before. Only rows are locked, so an open dump does not make it begin again.
update company set link_token = link_token where length(link_token) < 64;
update connection set link_token = link_token where length(link_token) < 64;
