-- What lets nothing through on a channel until later: what a network has asked for, or a budget that is used up. A row goes once something has got
-- through after its end, or somebody lifts it. The version before goes on reading and writing its columns of `channels`, which go one version later:
-- while both run, the one asks for itself what the other has been told, and is told the same.
create table holds (
  channel_id bigint primary key references channels on delete cascade,
  until timestamptz not null,
  reason text not null,
  -- How far it reaches (channel, grant, application); null: a rate limit, which is no hold of what waits.
  scope text,
  -- The budget that is used up; null: the network itself let nothing through.
  budget text,
  -- Since when nothing was let through.
  since timestamptz not null,
  -- When the network has last been asked and has let nothing through; null if it was another channel that found out.
  asked_at timestamptz
);
create index holds_until on holds (until);

insert into holds (channel_id, until, reason, scope, budget, since, asked_at)
  select id, held_until, coalesce(held_reason, ''), held_scope, held_budget, held_since, held_at
  from channels where held_until is not null and held_since is not null;
