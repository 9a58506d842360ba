-- What was open in a backup and due when it was restored: the service that the backup was made of may have sent it since.
alter table deliveries add column restored_at timestamptz;

-- When somebody last gave the channel its access or switched it on: a refusal of what was used before does not concern it. Null if that
-- was before this column. `updated_at` also moves with names and preferences.
alter table channels add column access_given_at timestamptz;
