import { z } from "zod";
import { Brand } from "../brands.ts";
import { IsoMicros } from "../formats.ts";
import { TITLE_LENGTH_MAX } from "../limits.ts";
import { privateOperation, ROLES } from "../operation.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath, MemberQuery, NewBrand } from "./brands.ts";
import { whatWasSeen } from "./fields.ts";

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;
const Nothing = z.object({});

const INVITED_ROLES = ["admin", "editor", "viewer"] as const;
const GivenRole = z.enum(INVITED_ROLES).meta({ description: "What the member may do; only handing over makes an owner." });
export type GivenRole = z.output<typeof GivenRole>;

const Member = z.object({
  id: z.string().meta({ description: "Id of the user." }),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  since: IsoMicros,
});

const Invitation = z.object({
  id: Id,
  role: GivenRole,
  invitedBy: z.string().meta({ description: "Name of the person who invites." }),
  createdAt: IsoMicros,
  expiresAt: IsoMicros,
});

/** 32 bytes in base64url; anything else is an invitation that does not exist. */
const Secret = z.object({ secret: text({ min: 1, max: 200 }).meta({ description: "The last part of the link." }) });

const ShownInvitation = z.object({
  state: z.enum(["open", "member", "used", "expired"]).meta({ description: "`member`: the person is in the brand already." }),
  brand: z.string(),
  /** Null unless the person is a member. */
  brandId: Id.nullable(),
  role: GivenRole,
  invitedBy: z.string(),
  expiresAt: IsoMicros,
});

/** Brands as their owners make and end them, their members, and invitations. */
export const memberOperations = {
  createOwnBrand: privateOperation({
    ...shared,
    allows: "person",
    method: "POST",
    path: "/brands",
    summary: "Create a brand in one's own account",
    description: "The person becomes its owner and first member.",
    body: NewBrand.omit({ owner: true }),
    data: Brand,
  }),
  deleteBrand: privateOperation({
    ...shared,
    allows: "owner",
    method: "DELETE",
    path: "/brands/{brand_id}",
    summary: "Delete a brand with everything in it",
    description:
      "Posts, channels with their log-ins, media and results are gone for good; what networks show stays there. Refused with 409 while something is being published.",
    params: BrandIdPath,
    query: z.object({ title: text({ min: 1, max: TITLE_LENGTH_MAX }).meta({ description: "The brand's title, to confirm." }) }),
    data: Nothing,
    errors: [...errors, 409],
  }),
  removeDemo: privateOperation({
    ...shared,
    allows: "owner",
    method: "DELETE",
    path: "/brands/{brand_id}/demo",
    summary: "Remove the demo",
    description:
      "Deletes the demo brand with everything in it, and its accounts on the sandbox networks with what was published there. 422 for a brand that is not the demo, 409 while something is being published.",
    params: BrandIdPath,
    data: Nothing,
    errors: [...errors, 409],
  }),
  listMembers: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/members",
    summary: "List a brand's members",
    description: "The owner first, then by name.",
    params: BrandIdPath,
    data: z.array(Member),
  }),
  changeMember: privateOperation({
    ...shared,
    allows: "admin",
    method: "PATCH",
    path: "/brands/{brand_id}/members",
    summary: "Change a member's role",
    description: "The owner's role cannot be changed: 422.",
    params: BrandIdPath,
    query: MemberQuery,
    body: z.object({ role: GivenRole, seen: whatWasSeen({ role: GivenRole }) }),
    data: Nothing,
    errors: [...errors, 409],
  }),
  leaveBrand: privateOperation({
    ...shared,
    allows: "viewer",
    method: "DELETE",
    path: "/brands/{brand_id}/membership",
    summary: "Leave a brand",
    description: "The owner cannot leave before handing over: 422.",
    params: BrandIdPath,
    data: Nothing,
  }),
  handOverBrand: privateOperation({
    ...shared,
    allows: "owner",
    method: "POST",
    path: "/brands/{brand_id}/owner",
    summary: "Make another member the owner",
    description:
      "The brand moves to their account with its limits; the owner so far becomes an admin. 422 if it does not fit into the new owner's plan.",
    params: BrandIdPath,
    body: MemberQuery,
    data: Nothing,
  }),
  listInvitations: privateOperation({
    ...shared,
    allows: "admin",
    method: "GET",
    path: "/brands/{brand_id}/invitations",
    summary: "List a brand's open invitations",
    description: "Newest first, without their links.",
    params: BrandIdPath,
    data: z.array(Invitation),
  }),
  createInvitation: privateOperation({
    ...shared,
    allows: "admin",
    method: "POST",
    path: "/brands/{brand_id}/invitations",
    summary: "Create a link that lets one person into the brand",
    description: "Works once, for seven days. The link is shown only here; only a hash of its secret is stored.",
    params: BrandIdPath,
    body: z.object({ role: GivenRole }),
    data: Invitation.extend({ url: z.string() }),
  }),
  revokeInvitation: privateOperation({
    ...shared,
    allows: "admin",
    method: "DELETE",
    path: "/brands/{brand_id}/invitations",
    summary: "Revoke an open invitation",
    description: "Its link no longer works. 404 if it is not open.",
    params: BrandIdPath,
    query: z.object({ invitationId: Id.meta({ description: "Id of the invitation." }) }),
    data: Nothing,
  }),
  showInvitation: privateOperation({
    ...shared,
    allows: "person",
    method: "POST",
    path: "/invitations/show",
    summary: "Show what a link invites to",
    description: "Changes nothing; the secret is in the body so that no log has it.",
    body: Secret,
    data: ShownInvitation,
  }),
  acceptInvitation: privateOperation({
    ...shared,
    allows: "person",
    method: "POST",
    path: "/invitations/accept",
    summary: "Become a member by an invitation",
    description: "409 if it has been used, has expired, or the person is a member already.",
    body: Secret,
    data: z.object({ brandId: Id }),
    errors: [...errors, 409],
  }),
} as const;
