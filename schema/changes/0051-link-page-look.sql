-- additive: yes
-- The client's logo and colour on the link page. The logo is an image as a data URL.
alter table link_settings add column logo text;
alter table link_settings add column color text;
