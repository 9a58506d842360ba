-- A post's own words for some networks, by channel type: each with its text and with what it makes of the post there. Null: none.
alter table posts add column captions jsonb;
