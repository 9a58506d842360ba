import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Email } from "./fields.ts";

/** For how long an archive can be downloaded. */
export const ARCHIVE_DAYS = 7;

const Archive = z.object({
  id: Id,
  status: z.enum(["making", "ready", "failed"]),
  askedBy: z.string().nullable().meta({ description: "Name of the person; null for the operator." }),
  askedAt: IsoMicros,
  doneBytes: z.int().meta({ description: "Of media so far, as long as it is being made." }),
  totalBytes: z.int().nullable().meta({ description: "Of all media; null until they have been counted." }),
  sizeBytes: z.int().nullable().meta({ description: "Of the archive; null until it is ready." }),
  endsAt: IsoMicros.nullable().meta({ description: "When it is removed; null until it is ready." }),
  problem: Sentence.nullable().meta({ description: "Why it could not be made." }),
});
export type Archive = z.output<typeof Archive>;

const BroughtIn = z.object({
  brandId: Id,
  title: z.string(),
  madeAt: IsoMicros.meta({ description: "What the other installation did later is not in the archive." }),
  counts: z.object({
    channels: z.int(),
    collections: z.int(),
    posts: z.int(),
    publishedEntries: z.int(),
    automations: z.int(),
    media: z.int(),
  }),
  scheduledPosts: z.int().meta({ description: "Posts that wait for their date." }),
  queuedPosts: z.int(),
  draftsMade: z.int().meta({ description: "Posts whose date was over, which are drafts now." }),
  undecided: z.int().meta({ description: "Entries that were being published when the archive was made." }),
  channels: z.array(z.object({ id: Id, type: ChannelType, name: z.string() })).meta({ description: "To log in to again." }),
});
export type BroughtIn = z.output<typeof BroughtIn>;

const again = z
  .enum(["yes", "no"])
  .default("no")
  .meta({ description: "Bring an archive in although the account has a brand that came from it: it becomes another brand." });

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;
const bringing = { ...shared, method: "POST", takesArchive: true, data: BroughtIn, errors: [...errors, 409] } as const;

/** A whole brand as one file, out of this installation and into another. */
export const archiveOperations = {
  listBrandArchives: privateOperation({
    ...shared,
    allows: "owner",
    method: "GET",
    path: "/brands/{brand_id}/archives",
    summary: "List a brand's archives",
    description: "Newest first. One that is ready is downloaded from `/brands/{brand_id}/archives/{archive_id}/file`.",
    params: BrandIdPath,
    data: z.array(Archive),
  }),
  startBrandArchive: privateOperation({
    ...shared,
    allows: "owner",
    method: "POST",
    path: "/brands/{brand_id}/archives",
    summary: "Begin an archive of the whole brand",
    description: `Goes on after the reply; the list tells when it is ready. Kept for ${ARCHIVE_DAYS} days, or until the next one is ready. 409 while another one is being made.`,
    params: BrandIdPath,
    data: Archive,
    errors: [...errors, 409],
  }),
  deleteBrandArchive: privateOperation({
    ...shared,
    allows: "owner",
    method: "DELETE",
    path: "/brands/{brand_id}/archives",
    summary: "Delete an archive of the brand",
    description: "The brand stays as it is. One that is being made is given up.",
    params: BrandIdPath,
    query: z.object({ archiveId: Id.meta({ description: "Id of the archive." }) }),
    data: z.object({}),
  }),
  bringOwnBrand: privateOperation({
    ...bringing,
    allows: "person",
    path: "/brand-arrivals",
    summary: "Bring a brand from its archive into one's own account",
    description:
      "The body is the archive. All or nothing. The brand arrives with its queue paused and its channels logged out. 409 if the account has a brand from this archive.",
    query: z.object({ again }),
  }),
  bringBrand: privateOperation({
    ...bringing,
    tag: "Admin",
    allows: "operator",
    path: "/admin/brand-arrivals",
    summary: "Bring a brand from its archive into somebody's account",
    description: "As `bringOwnBrand`, for the person named.",
    query: z.object({ owner: Email.meta({ description: "E-mail address of the owner." }), again }),
  }),
} as const;
