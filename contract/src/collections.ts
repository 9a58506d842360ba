import { z } from "zod";
import { BrandPath, QueueStatus, Timezone } from "./brands.ts";
import { CollectionChannel } from "./channels.ts";
import { Day, IsoMicros, SlotText, TimeOfDay } from "./formats.ts";
import {
  CHANNELS_PER_COLLECTION_MAX,
  DESCRIPTION_LENGTH_MAX,
  REPUBLISH_WEEKS_MAX,
  REPUBLISH_WEEKS_MIN,
  SLOTS_PER_COLLECTION_MAX,
  TITLE_LENGTH_MAX,
} from "./limits.ts";
import { Id, text } from "./text.ts";

export const CollectionPath = BrandPath.extend({ collectionId: Id.meta({ description: "Id of the collection.", example: 12 }) });

const maxRepublish = z.int().meta({
  description: "Evergreen interval: `0` off, `-1` republish forever, N re-adds published posts after N weeks.",
  example: 0,
});

export const QueueSlot = z
  .object({
    id: Id,
    day: Day,
    time: TimeOfDay,
    date: z.string().meta({ description: "Day and time together.", example: "MON 09:00" }),
    status: z
      .enum(["PENDING", "PUBLISHED"])
      .meta({ description: "`PUBLISHED` from the moment it sent a post until the brand-local week ends." }),
  })
  .meta({ id: "QueueSlot" });

export const PostsCount = z
  .object({ queued: z.int(), scheduled: z.int(), drafts: z.int(), published: z.int() })
  .meta({ id: "PostsCount", example: { queued: 3, scheduled: 1, drafts: 0, published: 12 } });

export const Collection = z
  .object({
    id: Id,
    title: z.string().meta({ example: "Evergreen tips" }),
    description: z.string().nullable().meta({ example: null }),
    status: QueueStatus.meta({ description: "A paused collection does not publish queued posts." }),
    evergreen: z.object({
      enabled: z.boolean().meta({ description: "Whether published posts are added back to the queue." }),
      maxRepublish,
    }),
    maxRepublish,
    timezone: Timezone,
    channels: z.array(CollectionChannel).meta({ description: "Active and inactive channels of the collection." }),
    queues: z.array(QueueSlot).meta({ description: "Weekly slots, Monday to Sunday." }),
    createdAt: IsoMicros,
    updatedAt: IsoMicros,
  })
  .meta({ id: "Collection" });

export const ListedCollection = Collection.extend({ postsCount: PostsCount }).meta({ id: "ListedCollection" });

export const NewCollection = z
  .object({
    title: text({ min: 1, max: TITLE_LENGTH_MAX }).meta({ description: "Name of the collection.", example: "Evergreen tips" }),
    description: text({ min: 0, max: DESCRIPTION_LENGTH_MAX })
      .nullable()
      .optional()
      .meta({ description: "What it is for.", example: "Posts that stay true" }),
    maxRepublish: z
      .int()
      .min(REPUBLISH_WEEKS_MIN)
      .max(REPUBLISH_WEEKS_MAX)
      .nullable()
      .optional()
      .meta({ description: "Evergreen: `0` off (default), `-1` forever, N re-adds published posts after N weeks.", example: 4 }),
    channels: z
      .array(Id)
      .max(CHANNELS_PER_COLLECTION_MAX)
      .nullable()
      .optional()
      .meta({ description: "Channel ids of this brand; default none.", example: [3, 4] }),
    queues: z
      .array(SlotText)
      .max(SLOTS_PER_COLLECTION_MAX)
      .nullable()
      .optional()
      .meta({ description: "Weekly slots in the brand's timezone; default none.", example: ["Mon 09:00", "Thu 17:30"] }),
  })
  .meta({ id: "NewCollection" });
export type NewCollection = z.output<typeof NewCollection>;
