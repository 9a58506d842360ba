import { hash, randomBytes } from "node:crypto";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer, Viewer } from "../../ground/viewer.ts";
import {
  deleteOldInvitations,
  deleteOpenInvitation,
  type FoundInvitation,
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  markAccepted,
} from "./invitations-store.ts";
import { existingBrand } from "./manage.ts";
import { countMembers, findRole, putMember } from "./manage-store.ts";
import { recordMember } from "./record-member.ts";
import { holdRole } from "./rights.ts";

const SECRET_BYTES = 32;
const VALID_SECONDS = 7 * 86_400;
/** How long a link says that it was used or has expired, and not that it is unknown. */
const REMEMBERED_SECONDS = 30 * 86_400;

interface OwnCall {
  readonly session: { readonly viewer: Viewer };
}

export async function listInvitations(app: App, { brandId }: PrivateInput<"listInvitations">): Promise<PrivateOutput<"listInvitations">> {
  return listOpenInvitations(app.db, brandId, app.clock.now());
}

/** The link is returned only here. */
export async function createInvitation(
  app: App,
  { brandId, body }: PrivateInput<"createInvitation">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"createInvitation">> {
  const { userId } = viewer ?? refuse(422, "invitation", "The admin token cannot invite. It can add members.");
  const now = app.clock.now();
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const row = await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    await holdRole(tx, { viewer, brandId, allows: "admin" });
    await deleteOldInvitations(tx, brandId, addSeconds(now, -REMEMBERED_SECONDS));
    if ((await listOpenInvitations(tx, brandId, now)).length >= BOUNDS.invitations.most)
      refuse(422, "invitation", `A brand may have ${BOUNDS.invitations.most} open invitations. Revoke one first.`);
    const expiresAt = addSeconds(now, VALID_SECONDS);
    const made = await insertInvitation(tx, { brandId, role: body.role, hash: hashOf(secret), invitedBy: userId, now, expiresAt });
    const object = { type: "invitation", id: made.id, name: null } as const;
    await record(app, tx, { action: "invitation.created", brandId, object, changes: [fact("role", body.role)] });
    return made;
  });
  return { ...row, url: `${app.config.publicUrl}/invitations/${secret}` };
}

export async function revokeInvitation(
  app: App,
  { brandId, invitationId }: PrivateInput<"revokeInvitation">,
): Promise<PrivateOutput<"revokeInvitation">> {
  await transaction(app.db, async (tx) => {
    if (!(await deleteOpenInvitation(tx, { brandId, id: invitationId })))
      refuse(404, "invitation", "This invitation is not open any more.");
    await record(app, tx, { action: "invitation.revoked", brandId, object: { type: "invitation", id: invitationId, name: null } });
  });
  return {};
}

export async function showInvitation(
  app: App,
  { body }: PrivateInput<"showInvitation">,
  { session: { viewer } }: OwnCall,
): Promise<PrivateOutput<"showInvitation">> {
  const { invitation, state } = await judged(app.db, { secret: body.secret, userId: viewer.userId, now: app.clock.now() });
  const { brand, role, invitedBy, expiresAt } = invitation;
  return { state, brand, brandId: state === "member" ? invitation.brandId : null, role, invitedBy, expiresAt };
}

/** Of several who accept at once, one becomes a member. */
export async function acceptInvitation(
  app: App,
  { body }: PrivateInput<"acceptInvitation">,
  { session: { viewer } }: OwnCall,
): Promise<PrivateOutput<"acceptInvitation">> {
  const { userId } = viewer;
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const asked = { secret: body.secret, userId, now };
    const { brandId } = (await judged(tx, asked)).invitation;
    await existingBrand(tx, brandId);
    // Whoever invited may have lost their role while this waited for the brand.
    const { invitation, state } = await judged(tx, asked);
    const { brand, id, role } = invitation;
    if (state === "member") refuse(409, "invitation", `You are a member of ${brand} already.`);
    if (state === "expired") refuse(409, "invitation", "This invitation has expired. Ask for a new one.");
    if (state === "used" || !(await markAccepted(tx, { brandId, id, userId, now })))
      refuse(409, "invitation", "This invitation has been used already. Each link lets one person in: ask for a new one.");
    if ((await countMembers(tx, brandId)) >= BOUNDS.members.most)
      refuse(422, "invitation", `A brand may have ${BOUNDS.members.most} members. Ask an admin of the brand to remove one first.`);
    await putMember(tx, { brandId, userId, role, now });
    await recordMember(app, tx, { action: "invitation.accepted", brandId, userId, role: { before: null, after: role } });
    return { brandId };
  });
}

interface Judged {
  readonly invitation: FoundInvitation;
  readonly state: PrivateOutput<"showInvitation">["state"];
}

/** The invitation of this secret as it stands for the person; 404 when there is none. */
async function judged(db: Queryable, asked: { readonly secret: string; readonly userId: number; readonly now: Instant }): Promise<Judged> {
  const invitation = await findInvitation(db, hashOf(asked.secret));
  if (invitation === null) refuse(404, "invitation", "There is no such invitation. It may have been revoked: ask for a new one.");
  const role = await findRole(db, { brandId: invitation.brandId, userId: asked.userId });
  if (role !== null) return { invitation, state: "member" };
  if (invitation.acceptedAt !== null) return { invitation, state: "used" };
  return { invitation, state: invitation.expiresAt <= asked.now ? "expired" : "open" };
}

/** SHA-256 of the secret: a slow hash adds nothing to 256 random bits. */
function hashOf(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
