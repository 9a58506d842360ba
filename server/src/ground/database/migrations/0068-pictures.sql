-- A post's pictures beside its files, by what is said about them: other pictures for some networks, covers of videos. Null: it has none.
alter table posts add column pictures jsonb;

-- The media that they are.
create function media_beside(pictures jsonb) returns text[] language sql immutable strict parallel safe as $$
  select array(
    select own.id from jsonb_each(pictures -> 'own') network cross join lateral jsonb_each_text(network.value) own (place, id)
    union
    select cover.value ->> 'id' from jsonb_each(pictures -> 'covers') cover
  )
$$;

create index posts_pictures on posts using gin (media_beside(pictures)) where pictures is not null;
