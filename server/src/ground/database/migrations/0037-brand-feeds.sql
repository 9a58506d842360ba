-- The public feed of what a brand has published. The row stays when it is switched off, so that its items keep their ids.
create table brand_feeds (
  brand_id bigint primary key references brands on delete cascade,
  -- What the ids of items are made from: they must neither change nor tell anything.
  seed uuid not null default gen_random_uuid(),
  -- Of the token in its address, sealed and as SHA-256; both null while it is off.
  token text,
  token_hash bytea unique,
  changed_at timestamptz not null,
  check ((token is null) = (token_hash is null))
);

-- Since when posts go out with what is chosen for the channel now: who may see an older one is not known. Set here because several
-- ways lead to a change. Null: since it was connected.
alter table channels add column preferences_changed_at timestamptz;
update channels set preferences_changed_at = now();
create function note_changed_preferences() returns trigger language plpgsql as $$
begin
  new.preferences_changed_at = new.updated_at;
  return new;
end
$$;
create trigger channels_preferences_changed before update on channels for each row
  when (old.preferences is distinct from new.preferences) execute function note_changed_preferences();
