import type { Viewer } from "../../ground/viewer.ts";
import type { UserRow } from "./store.ts";

/** A user as the operator sees it. */
export function presentListedUser(row: UserRow) {
  const { publicId: id, email, name, timezone, verified, operator, joinedAt } = row;
  return { id, email, name, timezone, verified, operator, joinedAt };
}

/** A user as they see themselves. */
export function presentViewer({ publicId, name, joinedAt, timezone }: Viewer) {
  return { id: publicId, name, joinedAt, timezone };
}
