-- Every brand hears of a log-in that ends soon, however many others publish by it: of up to thirty of its own channels.
create or replace function tell_of_log_in() returns trigger language plpgsql as $$
declare
  part record;
begin
  for part in
    select h.brand_id, min(h.id) first, json_agg(event_channel(h.channel) order by h.id) channels
    from (
      select c.brand_id, c.id, c as channel, row_number() over (partition by c.brand_id order by c.id) place
      from channels c where c.grant_id = new.id and c.status = 'ACTIVE'
    ) h where h.place <= 30 group by h.brand_id order by h.brand_id
  loop
    continue when not event_wanted(part.brand_id, 'channel.expiring');
    perform tell_event(part.brand_id, 'channel.expiring', new.warned_at, 'channel:' || part.first, json_build_object(
      'brand', event_brand(part.brand_id), 'channels', part.channels, 'account', event_text(new.name, 200),
      'endsAt', event_time(new.ends_at)));
  end loop;
  return null;
end $$;
