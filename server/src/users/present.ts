import type { Viewer } from "../viewer.ts";
import type { UserRow } from "./store.ts";

/** A user as the operator sees it. */
export function presentListedUser(row: UserRow) {
  return { id: row.publicId, email: row.email, name: row.name, timezone: row.timezone, verified: row.verified, joinedAt: row.joinedAt };
}

/** A user as they see themselves. */
export function presentViewer({ publicId, name, joinedAt, timezone }: Viewer) {
  return { id: publicId, name, joinedAt, timezone };
}
