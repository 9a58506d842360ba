import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { BESIDE_OTHER_ISSUES, formedText, Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Email, Moment } from "./fields.ts";

/** How long entries are kept at least, whatever the operator sets. */
export const AUDIT_DAYS_MIN = 30;
export const AUDIT_DAYS_DEFAULT = 365;

/** What can have been done. A name never changes its meaning: scripts filter by it. */
export const AUDIT_ACTIONS = [
  "sign-in.succeeded",
  "sign-in.refused",
  "session.ended",
  "key.created",
  "key.revoked",
  "program.connected",
  "program.disconnected",
  "person.created",
  "person.changed",
  "person.password-changed",
  "person.email-changed",
  "person.email-confirmed",
  "person.link-made",
  "account.changed",
  "brand.created",
  "brand.changed",
  "brand.feed-changed",
  "brand.handed-over",
  "brand.deleted",
  "brand.exported",
  "brand.imported",
  "member.added",
  "member.role-changed",
  "member.removed",
  "member.left",
  "invitation.created",
  "invitation.revoked",
  "invitation.accepted",
  "channel.connected",
  "channel.reconnected",
  "channel.disconnected",
  "channel.log-in-ended",
  "channel.renamed",
  "channel.paused",
  "channel.resumed",
  "channel.preferences-changed",
  "collection.changed",
  "collection.deleted",
  "automation.changed",
  "automation.deleted",
  "webhook.created",
  "webhook.changed",
  "webhook.secret-changed",
  "webhook.switched-off",
  "webhook.deleted",
  "import.started",
  "import.cancelled",
  "import.undone",
  "media.deleted",
  "post.deleted",
  "post.restored",
  "network.changed",
  "budget.changed",
  "backup.made",
  "backup.deleted",
  "backup.restored",
  "audit.forgotten",
] as const;
export const AuditAction = z.enum(AUDIT_ACTIONS);
export type AuditAction = z.output<typeof AuditAction>;

/** What actions are on; actions begin with the noun of what they belong to, which may be another. */
export const AUDIT_OBJECTS = [
  "person",
  "session",
  "key",
  "program",
  "account",
  "brand",
  "invitation",
  "channel",
  "collection",
  "automation",
  "webhook",
  "import",
  "media",
  "post",
  "network",
  "budget",
  "backup",
  "audit",
] as const;
export const AuditObject = z.enum(AUDIT_OBJECTS);
export type AuditObject = z.output<typeof AuditObject>;

/** `operator` is the admin token, `nobody` somebody who has not said who they are. */
export const AuditActor = z.enum(["person", "operator", "service", "nobody"]);
export type AuditActor = z.output<typeof AuditActor>;

export const AuditSurface = z.enum(["dashboard", "api", "mcp", "command-line", "service"]);
export type AuditSurface = z.output<typeof AuditSurface>;

const Fact = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** What facts are about. Pages name them in people's languages; what a channel calls its own preferences comes beside these. */
export const AUDIT_FACTS = [
  "account",
  "addPostsAsDraft",
  "address",
  "autoThreadText",
  "before",
  "by",
  "caption",
  "channels",
  "clientId",
  "collection",
  "cycleDay",
  "description",
  "email",
  "entries",
  "events",
  "expiresAt",
  "feed",
  "host",
  "importAsType",
  "language",
  "limit",
  "made at",
  "maxAutomations",
  "maxCollections",
  "maxRepublish",
  "maxScheduledPosts",
  "name",
  "operator",
  "posts",
  "publicKey",
  "purpose",
  "queueStatus",
  "reason",
  "refreshRate",
  "role",
  "rows",
  "sandbox",
  "scope",
  "sensitiveActions",
  "sessions",
  "slots",
  "source",
  "status",
  "timezone",
  "title",
  "to import",
  "type",
  "user",
  "verified",
  "why",
] as const;
export type AuditFact = (typeof AUDIT_FACTS)[number];

/** A small fact that changed, or that says more about what happened; null: there was none, or there is none. */
export const AuditChange = z.object({ name: z.string(), before: Fact, after: Fact });
export type AuditChange = z.output<typeof AuditChange>;

export const AuditEntry = z.object({
  id: Id,
  at: IsoMicros,
  action: AuditAction,
  brandId: Id.nullable(),
  actor: AuditActor,
  personId: z.string().nullable(),
  person: z.string().nullable().meta({ description: "Their name at that moment." }),
  through: z.enum(["key", "program"]).nullable().meta({ description: "What the person used; null for a browser." }),
  throughId: z.string().nullable(),
  throughName: z.string().nullable(),
  surface: AuditSurface,
  objectType: AuditObject,
  objectId: z.string().nullable(),
  objectName: z.string().nullable().meta({ description: "Its name at that moment." }),
  changes: z.array(AuditChange),
  address: z.string().nullable().meta({ description: "The address of the network that the request came from." }),
  userAgent: z.string().nullable(),
  requestId: z.string().nullable().meta({ description: "As in `X-Request-Id` and the log." }),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** A whole action, or the words of it up to a dot. */
const ActionFilter = formedText({
  max: 64,
  is: isActionFilter,
  sentence: "must be an action such as channel.paused, or its first word",
}).meta({
  description: "Only this action, or all that begin with this word, such as `channel`.",
  example: "channel",
});

function isActionFilter(value: unknown): value is string {
  return AUDIT_ACTIONS.some((action) => action === value || action.startsWith(`${value}.`));
}

const filters = {
  user: Email.optional().meta({ description: "Only what the person with this e-mail address did." }),
  action: ActionFilter.optional(),
  objectType: AuditObject.optional().meta({ description: "Only what was done to things of this kind." }),
  objectId: text({ min: 1, max: 512 }).optional().meta({ description: "Only what was done to the thing with this id; with `objectType`." }),
  from: Moment.optional().meta({ description: "Only what was done at this moment or later.", example: "2026-11-21T00:00:00Z" }),
  to: Moment.optional().meta({ description: "Only what was done before this moment.", example: "2026-11-22T00:00:00Z" }),
};

/** An id alone would be looked for among things of all kinds. */
function withType(query: { readonly objectType?: unknown; readonly objectId?: unknown }, context: z.RefinementCtx): void {
  if (query.objectId === undefined || query.objectType !== undefined) return;
  context.addIssue({ code: "custom", path: ["objectId"], params: { sentence: "must not be given without objectType" } });
}

const BrandAuditQuery = PageQuery.extend(filters).superRefine(withType, BESIDE_OTHER_ISSUES);
const AuditQuery = PageQuery.extend({
  brandId: Id.optional().meta({ description: "Only what concerns this brand." }),
  ...filters,
}).superRefine(withType, BESIDE_OTHER_ISSUES);

const AuditPage = z.object({ total: z.int(), entries: z.array(AuditEntry) });
export type AuditPage = z.output<typeof AuditPage>;

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;

/** Who did what. */
export const auditOperations = {
  listAuditEntries: privateOperation({
    tag: "Admin",
    status: 200,
    errors,
    allows: "operator",
    method: "GET",
    path: "/admin/audit",
    command: "audit",
    summary: "List who did what: keys, people, members, channels, deletions, settings, sign-ins, backups",
    description: "Newest first, as long as `ROSTRUM_AUDIT_DAYS` says. Entries outlive what they speak of.",
    query: AuditQuery,
    data: AuditPage,
  }),
  listBrandAuditEntries: privateOperation({
    tag: "Dashboard",
    status: 200,
    errors,
    allows: "admin",
    method: "GET",
    path: "/brands/{brand_id}/audit",
    summary: "List who did what in a brand",
    description: "Newest first.",
    params: BrandIdPath,
    query: BrandAuditQuery,
    data: AuditPage,
  }),
} as const;
