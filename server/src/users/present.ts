import type { UserRow } from "./store.ts";

/** A user as the operator sees it. */
export function presentListedUser(row: UserRow) {
  return { id: row.publicId, email: row.email, name: row.name, timezone: row.timezone, verified: row.verified, joinedAt: row.joinedAt };
}
