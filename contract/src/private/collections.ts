import { z } from "zod";
import { QueueStatus } from "../brands.ts";
import { Collection, PostsCount } from "../collections.ts";
import { Day, IsoMicros, TimeOfDay } from "../formats.ts";
import {
  CHANNELS_PER_COLLECTION_MAX,
  DESCRIPTION_LENGTH_MAX,
  REPUBLISH_WEEKS_MAX,
  REPUBLISH_WEEKS_MIN,
  SLOTS_PER_COLLECTION_MAX,
  TITLE_LENGTH_MAX,
} from "../limits.ts";
import { privateOperation } from "../operation.ts";
import { Id, text } from "../text.ts";
import { CollectionIdPath } from "./brands.ts";

const WantedSlot = z.object({
  id: Id.optional().meta({ description: "A slot that is there already; it may have moved. Absent or no longer there: a new one." }),
  day: Day,
  time: TimeOfDay.max(5),
});
export type WantedSlot = z.output<typeof WantedSlot>;

const CollectionEdit = z.object({
  seenAt: IsoMicros.max(32).meta({ description: "The `updatedAt` of the collection that the person saw." }),
  title: text({ min: 1, max: TITLE_LENGTH_MAX }).optional(),
  description: text({ min: 0, max: DESCRIPTION_LENGTH_MAX }).nullable().optional(),
  status: QueueStatus.optional(),
  maxRepublish: z.int().min(REPUBLISH_WEEKS_MIN).max(REPUBLISH_WEEKS_MAX).optional(),
  channels: z.array(Id).max(CHANNELS_PER_COLLECTION_MAX).optional().meta({ description: "In the order in which they are shown." }),
  slots: z.array(WantedSlot).max(SLOTS_PER_COLLECTION_MAX).optional().meta({ description: "The whole week as it is to be." }),
});
export type CollectionEdit = z.output<typeof CollectionEdit>;

const ShownCollection = z.object({
  ...Collection.shape,
  postsCount: PostsCount,
  slotsPerDayMax: z.int().meta({ description: "How many slots a day the person may have in it." }),
});

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What the dashboard does with collections, besides listing and creating them. */
export const collectionOperations = {
  showCollection: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/collections/{collection_id}",
    summary: "Show a collection",
    description: "With its channels, its week and the number of its posts.",
    params: CollectionIdPath,
    data: ShownCollection,
  }),
  changeCollection: privateOperation({
    ...shared,
    allows: "editor",
    method: "PATCH",
    path: "/collections/{collection_id}",
    summary: "Change a collection",
    description:
      "All of it or nothing. The dates of queued posts follow. Refused with 409 if somebody has changed the collection since the person saw it.",
    params: CollectionIdPath,
    body: CollectionEdit,
    data: ShownCollection,
    errors: [...errors, 409],
  }),
  countCollectionContents: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/collections/{collection_id}/contents",
    summary: "Count what would go with a collection, and what would stay",
    description: "Posts, automations and slots go; results stay.",
    params: CollectionIdPath,
    data: z.object({
      ...PostsCount.shape,
      automations: z.int(),
      slots: z.int(),
      leaving: z.int().meta({ description: "Posts that are being published: until they are through, the collection cannot be deleted." }),
      results: z.int().meta({ description: "Published entries, which stay." }),
    }),
  }),
  deleteCollection: privateOperation({
    ...shared,
    allows: "admin",
    method: "DELETE",
    path: "/collections/{collection_id}",
    summary: "Delete a collection for good",
    description: "With its posts, automations and slots; results stay. Refused with 409 while a post of it is being published.",
    params: CollectionIdPath,
    data: z.object({ id: Id }),
    errors: [...errors, 409],
  }),
} as const;
