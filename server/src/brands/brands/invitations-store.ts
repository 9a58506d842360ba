import type { Instant } from "@rostrum/contract/formats.ts";
import type { GivenRole } from "@rostrum/contract/private/members.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export interface InvitationRow {
  readonly id: number;
  readonly role: GivenRole;
  readonly invitedBy: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

const COLUMNS = `i.id, i.role, u.name "invitedBy", i.created_at "createdAt", i.expires_at "expiresAt"`;

/** Whoever invites has to be able to when the invitation is accepted: it ends with their role. */
const INVITER_MAY_INVITE = `exists (
  select from brand_members m where m.brand_id = i.brand_id and m.user_id = i.invited_by and m.role in ('owner', 'admin')
)`;

/** Those that can still be accepted, newest first. */
export async function listOpenInvitations(db: Queryable, brandId: number, now: Instant): Promise<InvitationRow[]> {
  return query<InvitationRow>(db, {
    text: `select ${COLUMNS} from invitations i join users u on u.id = i.invited_by
           where i.brand_id = $1 and i.accepted_at is null and i.expires_at > $2 and ${INVITER_MAY_INVITE} order by i.id desc`,
    values: [brandId, now],
  });
}

export async function insertInvitation(
  db: Queryable,
  invitation: {
    readonly brandId: number;
    readonly role: GivenRole;
    readonly hash: Buffer;
    readonly invitedBy: number;
    readonly now: Instant;
    readonly expiresAt: Instant;
  },
): Promise<InvitationRow> {
  const { brandId, role, hash, invitedBy, now, expiresAt } = invitation;
  return one<InvitationRow>(db, {
    text: `with i as (
             insert into invitations (brand_id, role, hash, invited_by, created_at, expires_at) values ($1, $2, $3, $4, $5, $6) returning *
           )
           select ${COLUMNS} from i join users u on u.id = i.invited_by`,
    values: [brandId, role, hash, invitedBy, now, expiresAt],
  });
}

/** Deletes an invitation that nobody has accepted; false if there is none. */
export async function deleteOpenInvitation(
  db: Queryable,
  { brandId, id }: { readonly brandId: number; readonly id: number },
): Promise<boolean> {
  return (
    (await execute(db, {
      text: "delete from invitations where brand_id = $1 and id = $2 and accepted_at is null",
      values: [brandId, id],
    })) === 1
  );
}

/** Deletes the brand's invitations that ended before then: until then their links say why they no longer work. */
export async function deleteOldInvitations(db: Queryable, brandId: number, before: Instant): Promise<void> {
  await execute(db, { text: "delete from invitations where brand_id = $1 and expires_at < $2", values: [brandId, before] });
}

export interface FoundInvitation extends InvitationRow {
  readonly brandId: number;
  readonly brand: string;
  readonly acceptedAt: Instant | null;
}

/** The invitation of a link, if it stands. The hash of its secret is what names it, so this question alone names no brand. */
export async function findInvitation(db: Queryable, hash: Buffer): Promise<FoundInvitation | null> {
  return maybeOne<FoundInvitation>(db, {
    text: `select ${COLUMNS}, i.brand_id "brandId", b.title brand, i.accepted_at "acceptedAt"
           from invitations i join users u on u.id = i.invited_by join brands b on b.id = i.brand_id
           where i.hash = $1 and (i.accepted_at is not null or ${INVITER_MAY_INVITE})`,
    values: [hash],
  });
}

/** False if somebody else has accepted it in the meantime, or it was revoked. */
export async function markAccepted(
  tx: Queryable,
  accepted: { readonly brandId: number; readonly id: number; readonly userId: number; readonly now: Instant },
): Promise<boolean> {
  const { brandId, id, userId, now } = accepted;
  const count = await execute(tx, {
    text: "update invitations set accepted_by = $3, accepted_at = $4 where brand_id = $1 and id = $2 and accepted_at is null",
    values: [brandId, id, userId, now],
  });
  return count === 1;
}
