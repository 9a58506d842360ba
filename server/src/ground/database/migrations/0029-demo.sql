-- What the service has made up to be looked at, so that it can be taken away again: the person until they have an address of their own,
-- and the brand. For installations older than this, nothing is marked.
alter table users add column demo boolean not null default false;
-- The position of the last object of the sandbox networks when the demo was complete. Null: no demo.
alter table brands add column demo_sandbox_position bigint;
