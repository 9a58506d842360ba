-- Since when a network has refused a channel's access with nothing let through since, and the delivery that it refused if that was one alone. Networks
-- refuse good access now and then, so a channel is disconnected only by the second refusal in a row.
alter table channels add column denied_since timestamptz, add column denied_delivery bigint;
