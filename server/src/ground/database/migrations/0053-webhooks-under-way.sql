-- Until when an event is on its way to a webhook: afterwards the process that took it is gone.
alter table webhook_sends add column taken_until timestamptz;
