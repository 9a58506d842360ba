import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { ALT_LENGTH_MAX, MEDIA_ID_LENGTH_MAX, NAME_LENGTH_MAX, SEARCH_LENGTH_MAX } from "../limits.ts";
import { MediaFilter } from "../media.ts";
import { PageQuery, privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { whatWasSeen } from "./fields.ts";

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** How many files can be deleted at once. */
export const DELETED_AT_ONCE_MAX = 100;

const MediaId = text({ min: 1, max: MEDIA_ID_LENGTH_MAX });

/** A post that has the file. `state` is what the dashboard calls it. */
export const MediaUse = z.object({
  postId: Id,
  text: z.string().meta({ description: "The beginning of its title or text." }),
  state: z.enum(["DRAFT", "QUEUED", "SCHEDULED", "LEAVING", "PUBLISHED"]),
  /** When it is due or was published, as far as that is known. */
  at: IsoMicros.nullable(),
});
export type MediaUse = z.output<typeof MediaUse>;

export const LibraryFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().meta({ description: "MIME type detected by the server." }),
  size: z.int().meta({ description: "Bytes." }),
  /** Pixels as displayed; null if there are none, or they are not known. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationSeconds: z.number().nullable(),
  createdAt: IsoMicros,
  /** What it shows, for posts that will have it; none has it by itself. */
  description: z.string().nullable(),
  /** Path at which the file can be shown for some hours. */
  url: z.string(),
  thumbnailUrl: z.string().nullable().meta({ description: "Path of a small picture of it; null if it has none." }),
  useCount: z.int(),
  /** The first of them: what has not been published comes first. */
  uses: z.array(MediaUse),
});
export type LibraryFile = z.output<typeof LibraryFile>;

export const MEDIA_SORTS = ["newest", "oldest", "name", "largest"] as const;

const Totals = z.object({ files: z.int(), bytes: z.int() });

/** The media library of a brand. */
export const mediaOperations = {
  listLibrary: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/media",
    summary: "List a brand's files with what they are, and the posts that use them",
    description: "Unlike the public list, with dimensions, an address to show each file, and filters by name and use.",
    params: BrandIdPath,
    query: PageQuery.extend({
      type: MediaFilter.optional(),
      use: z.enum(["used", "unused"]).optional().meta({ description: "Only files that some post has, or only those that none has." }),
      search: text({ min: 0, max: SEARCH_LENGTH_MAX })
        .optional()
        .meta({ description: "Part of the name, or of the description of what the file shows." }),
      id: MediaId.optional().meta({ description: "Only this file." }),
      sort: z.enum(MEDIA_SORTS).default("newest"),
    }),
    data: z.object({ total: z.int(), files: z.array(LibraryFile) }),
  }),
  showLibraryTotals: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/media/totals",
    summary: "Show how much the files of a brand take, and how much of it nothing uses",
    description: "With what the account may keep in all of its brands together.",
    params: BrandIdPath,
    data: Totals.extend({
      unused: Totals,
      account: z.object({ bytes: z.int(), bytesMax: z.int().nullable().meta({ description: "Null: no limit." }) }),
    }),
  }),
  renameMedium: privateOperation({
    ...shared,
    allows: "editor",
    method: "PATCH",
    path: "/brands/{brand_id}/media",
    summary: "Rename a file",
    description: "What has been published keeps the name that it had.",
    params: BrandIdPath,
    body: z.object({
      id: MediaId,
      name: text({ min: 1, max: NAME_LENGTH_MAX }),
      seen: whatWasSeen({ name: text({ min: 0, max: NAME_LENGTH_MAX }) }),
    }),
    data: z.object({ id: z.string(), name: z.string() }),
    errors: [...errors, 409],
  }),
  setMediumDescription: privateOperation({
    ...shared,
    allows: "editor",
    method: "PATCH",
    path: "/brands/{brand_id}/media/description",
    summary: "Say what a file shows",
    description: "It is offered as the alternative text to those who write posts with the file; posts keep what they have.",
    params: BrandIdPath,
    body: z.object({
      id: MediaId,
      description: text({ min: 0, max: ALT_LENGTH_MAX }).meta({ description: "Empty for none." }),
      seen: whatWasSeen({ description: text({ min: 0, max: ALT_LENGTH_MAX }) }),
    }),
    data: z.object({ id: z.string(), description: z.string().nullable() }),
    errors: [...errors, 409],
  }),
  deleteMedia: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/brands/{brand_id}/media/deletion",
    summary: "Delete files permanently",
    description: "Each on its own: a file that a post still needs stays, with the reason. Files that are not in the brand are passed over.",
    params: BrandIdPath,
    body: z.object({ ids: z.array(MediaId).min(1).max(DELETED_AT_ONCE_MAX) }),
    data: z.object({
      deleted: z.array(z.string()),
      kept: z.array(z.object({ id: z.string(), name: z.string(), reason: Sentence })),
    }),
  }),
} as const;
