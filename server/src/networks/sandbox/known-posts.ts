import type { QueryResult } from "pg";
import type { Database } from "../../ground/database/connect.ts";
import type { KnownPosts } from "./duplicates.ts";

/** Finds posts that the ledger has as published on sandbox channels. Not scoped to a brand: the networks have none. */
export function knownPosts(db: Database): KnownPosts {
  return async (idsAndUrls) => {
    const found: QueryResult<{ id: string; url: string | null }> = await db.query(
      `select d.remote_id as id, d.url from deliveries d join channels c on c.id = d.channel_id
       where c.sandbox and (d.remote_id = any($1) or d.url = any($1))`,
      [idsAndUrls],
    );
    return new Set(found.rows.flatMap(({ id, url }) => [id, url]).filter((name) => name !== null));
  };
}
