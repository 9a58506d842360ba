import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../../server/src/app.ts";
import { one, query, transaction } from "../../../server/src/ground/database/query.ts";
import { storeGrant } from "../../../server/src/networks/grants/keep.ts";
import type { Tokens } from "./families.ts";
import { APPLICATION, endsFrom } from "./log-in.ts";

/** What the service stores when the person comes back from the network. Returns the grant's id. */
export async function storeLogIn(app: App, person: string, tokens: Tokens): Promise<number> {
  const ends = endsFrom({ now: () => app.clock.now() });
  const facts = { application: APPLICATION, remoteId: person, name: person, scopes: [], credentials: { ...tokens }, ends };
  return transaction(app.db, (tx) => storeGrant(app, tx, { sandbox: false, clientId: "", facts }));
}

/** One active channel for each grant: a grant that no channel needs is given back. */
export async function connectChannels(app: App, grantIds: readonly number[]): Promise<void> {
  const { brandId } = await one<{ brandId: number }>(app.db, {
    text: `with person as (insert into users (public_id, name, email, verified, created_at) values ('ada', 'Ada', 'ada@example.org', true, $1) returning id),
             account as (insert into accounts (owner_id) select id from person returning id)
           insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', $1, $1 from account returning id "brandId"`,
    values: [app.clock.now()],
  });
  await query(app.db, {
    text: `insert into channels (brand_id, type, name, status, sandbox, settings, grant_id, created_at, updated_at)
           select $1, 'Mastodon', 'Bakery', 'ACTIVE', false, '{}', id, $3, $3 from unnest($2::bigint[]) id`,
    values: [brandId, grantIds, app.clock.now()],
  });
}

export interface GrantState {
  readonly id: number;
  readonly person: string;
  readonly version: number;
  readonly endedReason: string | null;
  readonly inactiveReason: string | null;
}

export async function readGrants(app: App): Promise<GrantState[]> {
  return query<GrantState>(app.db, {
    text: `select g.id, g.remote_id person, g.version, g.ended_reason "endedReason", h.inactive_reason "inactiveReason"
           from grants g left join channels h on h.grant_id = g.id order by g.id`,
  });
}

/** The grants that somebody should look after now. */
export async function readDue(app: App): Promise<{ person: string; version: number; renewAt: Instant }[]> {
  return query(app.db, {
    text: `select remote_id person, version, renew_at "renewAt" from grants where renew_at <= $1 and ended_at is null`,
    values: [app.clock.now()],
  });
}

/** Cuts connections of keepers: those that hold locks, or all. */
export async function cutConnections(app: App, which: "locks" | "all"): Promise<void> {
  await query(app.db, {
    text: `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and (application_name = 'rostrum locks' or $1 and application_name like 'keeper %')`,
    values: [which === "all"],
  });
}
