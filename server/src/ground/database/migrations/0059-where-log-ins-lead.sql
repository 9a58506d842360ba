-- Where a person came from when they began a log-in, and goes back to: a path of this service. Null: to the page that says what was connected.
alter table log_ins add column return_to text;
