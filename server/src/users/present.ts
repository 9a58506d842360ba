import type { UserRow } from "./store.ts";

/** As the operator sees users. */
export function presentListedUser(row: UserRow) {
  return { id: row.publicId, email: row.email, name: row.name, timezone: row.timezone, verified: row.verified, joinedAt: row.joinedAt };
}
