-- Who did what, on what, from where, by which surface, and when. Entries outlive what they speak of, so they refer to nothing by key
-- and keep names as they were at that moment.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- As in the contract's list, such as `channel.paused`.
  action text collate "C" not null,
  brand_id bigint,
  actor text not null check (actor in ('person', 'operator', 'service', 'nobody')),
  -- The person's public id and name, and the name and id of the API key or program that they used.
  person_id text,
  person text,
  through text check (through in ('key', 'program')),
  through_id text,
  through_name text,
  surface text not null check (surface in ('dashboard', 'api', 'mcp', 'command-line', 'service')),
  object_type text not null,
  object_id text,
  object_name text,
  -- Small facts with their values before and after: [{"name": "role", "before": "editor", "after": "admin"}]. Never a secret.
  changes jsonb not null default '[]',
  address text,
  user_agent text,
  request_id text
);
create index audit_entries_at on audit_entries (at desc, id desc);
create index audit_entries_brand on audit_entries (brand_id, at desc, id desc);
create index audit_entries_person on audit_entries (person_id, at desc, id desc);
create index audit_entries_object on audit_entries (object_type, object_id, at desc, id desc);
create index audit_entries_action on audit_entries (action, at desc, id desc);

-- The trail only grows: rows are never changed, and deleted only where a transaction says that it forgets the oldest of them, or
-- replaces the trail of an empty service by that of an archive.
create function keep_audit_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rostrum.forgets_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'The audit trail is append-only';
end
$$;
create trigger audit_entries_kept before update or delete on audit_entries for each row execute function keep_audit_entries();
create trigger audit_entries_kept_whole before truncate on audit_entries for each statement execute function keep_audit_entries();
