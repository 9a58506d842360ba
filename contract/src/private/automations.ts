import { z } from "zod";
import { Automation, ImportAsType, NewAutomation } from "../automations.ts";
import { NetworkCaption } from "../captions.ts";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { NAME_LENGTH_MAX, REFRESH_HOURS, TEMPLATE_LENGTH_MAX } from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { PostType } from "../posts.ts";
import { Sentence } from "../sentence.ts";
import { Id, text } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { whatWasSeen } from "./fields.ts";

/** Off where it is not said: the public API does not know it. */
const AutoThreadText = z.boolean().meta({
  description:
    "What is too long for a network that has threads becomes one there instead of being shortened, as the same field of a post says.",
});

/** As the public API takes it, with what only people choose. */
const NewAutomationOfPeople = NewAutomation.extend({ autoThreadText: AutoThreadText.default(false) });

/** The post a feed item would become. */
export const PreviewedPost = z.object({
  title: z.string().nullable(),
  body: z.string(),
  link: z.string().nullable(),
  /** Shorter texts for the networks in the collection that take less; of the newest 20 posts. */
  captions: z.array(NetworkCaption),
  /** Networks in the collection for which it is too long even without its description; of the newest 20 posts. */
  tooLong: z.array(ChannelType),
  /** What each channel in the collection on which it becomes a thread gets; of the newest 20 posts. */
  threads: z.array(z.object({ channelId: Id, channel: z.string(), channelType: ChannelType, parts: z.array(z.string()) })),
  /** Assuming that all of its media can be used. */
  postType: PostType,
  /** URLs in the feed; nothing has been downloaded. */
  media: z.array(z.string()),
  /** The item's own date; the time of the preview if it has none or one in the future. */
  publishedAt: IsoMicros,
});
export type PreviewedPost = z.output<typeof PreviewedPost>;

/** An automation with its state in full. */
export const AutomationState = Automation.omit({ lastRun: true }).extend({
  collection: z.string().meta({ description: "Title of its collection." }),
  addPostsAsDraft: z.boolean(),
  autoThreadText: AutoThreadText,
  refreshRate: z.literal([...REFRESH_HOURS]).meta({ description: "Hours between checks." }),
  /** The last run that read the feed. */
  lastRunAt: IsoMicros.nullable(),
  /** Null while it is paused or stopped. */
  nextRunAt: IsoMicros.nullable(),
  lastPostAt: IsoMicros.nullable().meta({ description: "When it last made a post; null if it has made none in the last 30 days." }),
  /** Why the last run got nothing, or not all of it. */
  problem: Sentence.nullable(),
  /** Runs that have failed in a row, and since when. */
  failures: z.int(),
  failingSince: IsoMicros.nullable(),
  itemsKnown: z.int().meta({ description: "Items of the feed that will not be imported again." }),
  /** Null: it has made posts before they were counted. */
  postsMade: z.int().nullable(),
});
export type AutomationState = z.output<typeof AutomationState>;

const AutomationRules = z.object({
  name: text({ min: 1, max: NAME_LENGTH_MAX }).optional(),
  collectionId: Id.optional().meta({ description: "A collection of the same brand." }),
  importAsType: ImportAsType.optional(),
  title: text({ min: 0, max: TEMPLATE_LENGTH_MAX }).optional().meta({ description: "Template of the titles." }),
  caption: text({ min: 0, max: TEMPLATE_LENGTH_MAX }).optional().meta({ description: "Template of the texts." }),
  addPostsAsDraft: z.boolean().optional(),
  autoThreadText: AutoThreadText.optional(),
  refreshRate: z.literal([...REFRESH_HOURS]).optional(),
});

const AutomationChange = AutomationRules.extend({
  seen: whatWasSeen(AutomationRules.shape),
  status: z.enum(["ACTIVE", "PAUSED"]).optional().meta({ description: "ACTIVE also starts one again that has stopped: it runs at once." }),
});

const AutomationRun = z.object({
  endedAt: IsoMicros,
  posts: z.int().meta({ description: "How many posts it made." }),
  problem: Sentence.nullable(),
});

const AutomationIdPath = z.object({ automationId: Id.meta({ description: "Id of the automation." }) });
const errors = [400, 401, 403, 404, 409, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

export const automationOperations = {
  listAutomationStates: privateOperation({
    ...shared,
    allows: "editor",
    method: "GET",
    path: "/brands/{brand_id}/automations",
    summary: "List a brand's automations with their state in full",
    description: "Newest first.",
    params: BrandIdPath,
    data: z.array(AutomationState),
  }),
  addAutomation: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/brands/{brand_id}/automations",
    summary: "Create an automation, with what only the dashboard offers",
    description: "Otherwise as the public API creates one.",
    params: BrandIdPath,
    body: NewAutomationOfPeople,
    data: Automation,
    status: 201,
  }),
  updateAutomation: privateOperation({
    ...shared,
    allows: "editor",
    method: "PATCH",
    path: "/automations/{automation_id}",
    summary: "Change an automation, pause it, or start it again",
    description: "Posts that it has made stay as they are. Fields left out do not change.",
    params: AutomationIdPath,
    body: AutomationChange,
    data: AutomationState,
  }),
  runAutomationNow: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/automations/{automation_id}/run",
    summary: "Read an automation's feed now instead of at its next time",
    description: "Refused with 409 while it is paused or stopped, and if it ran within the last minute.",
    params: AutomationIdPath,
    data: AutomationState,
  }),
  removeAutomation: privateOperation({
    ...shared,
    allows: "admin",
    method: "DELETE",
    path: "/automations/{automation_id}",
    summary: "Delete an automation",
    description: "The posts that it has made stay.",
    params: AutomationIdPath,
    data: z.object({ id: Id }),
  }),
  listAutomationRuns: privateOperation({
    ...shared,
    allows: "editor",
    method: "GET",
    path: "/automations/{automation_id}/runs",
    summary: "List an automation's runs of the last 30 days",
    description: "Newest first.",
    params: AutomationIdPath,
    data: z.array(AutomationRun),
  }),
  previewAutomation: privateOperation({
    allows: "editor",
    tag: "Admin",
    method: "POST",
    changesNothing: true,
    path: "/admin/brands/{brand_id}/automations/preview",
    summary: "Show the posts a feed's current items would become",
    description:
      "Takes the same input as creating an automation, finds and reads the feed, and stores nothing. The posts are in import order.",
    params: BrandIdPath,
    body: NewAutomationOfPeople,
    data: z.object({ feedUrl: z.string(), posts: z.array(PreviewedPost) }),
    status: 200,
    errors: [400, 401, 404, 413, 415, 422, 500],
  }),
} as const;
