import type { Role } from "@rostrum/contract/operation.ts";
import type { AuditAction } from "@rostrum/contract/private/audit.ts";
import type { App } from "../../app.ts";
import { personObject, record } from "../../ground/audit/record.ts";
import type { Queryable } from "../../ground/database/query.ts";

interface MemberChange {
  readonly action: Extract<AuditAction, `member.${string}` | "brand.handed-over" | "invitation.accepted">;
  readonly brandId: number;
  readonly userId: number;
  /** Null: they were no member, or are none any more. */
  readonly role: { readonly before: Role | null; readonly after: Role | null };
}

/** Records what somebody may do in a brand from now on, unless it is what they might before. */
export async function recordMember(app: App, tx: Queryable, { action, brandId, userId, role }: MemberChange): Promise<void> {
  if (role.before === role.after) return;
  await record(app, tx, { action, brandId, object: await personObject(tx, userId), changes: [{ name: "role", ...role }] });
}
