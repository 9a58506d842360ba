import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { type DeliveryReason, deliveryReasons } from "../reasons.ts";
import { Id } from "../text.ts";

/** How many notices the bell lists, and how many it counts as unread. */
export const NOTICES_MAX = 30;
export const UNREAD_MAX = 99;
/** How far back it goes. */
export const NOTICE_DAYS = 14;

const ReasonWord = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);
const own = { id: Id, brandId: Id, at: IsoMicros, isUnread: z.boolean() };
const channel = z.object({ id: Id, name: z.string(), type: ChannelType });

/** Something that happened in a brand: facts alone, the words are where it is shown. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("POST"),
    ...own,
    outcome: z.enum(["PUBLISHED", "PARTLY_FAILED", "FAILED", "SKIPPED"]),
    postId: Id,
    post: z.string().meta({ description: "The beginning of its title or text." }),
    missed: z
      .array(z.object({ type: ChannelType.nullable(), reason: ReasonWord.nullable(), message: z.string().nullable() }))
      .meta({ description: "Where it failed or was left out." }),
    reached: z.int(),
  }),
  z.object({ kind: z.literal("LOG_IN_ENDED"), ...own, channel }),
  z.object({ kind: z.literal("LOG_IN_ENDS"), ...own, channels: z.array(channel), endsAt: IsoMicros }),
  z.object({
    kind: z.literal("QUEUE"),
    ...own,
    collection: z.object({ id: Id, title: z.string() }),
    posts: z.int(),
    lastAt: IsoMicros.nullable(),
  }),
  z.object({ kind: z.literal("IMPORTED"), ...own, automation: z.string(), posts: z.int() }),
  z.object({ kind: z.literal("AUTOMATION_FAILING"), ...own, automation: z.string() }),
]);
export type Notice = z.output<typeof Notice>;

const Unread = z.object({ unread: z.int().max(UNREAD_MAX) });
const errors = [400, 401, 403, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors, allows: "person" } as const;

export const bellOperations = {
  listNotices: privateOperation({
    ...shared,
    method: "GET",
    path: "/notices",
    summary: "List what happened in all brands of a person, as they want to be told",
    description: `Newest first, of ${NOTICE_DAYS} days.`,
    data: Unread.extend({ notices: z.array(Notice).max(NOTICES_MAX) }),
  }),
  readNotices: privateOperation({
    ...shared,
    method: "POST",
    path: "/notices/read",
    summary: "Say that a notice has been read, or all up to one",
    description: "For oneself alone.",
    body: z.object({ id: Id, earlierToo: z.boolean().meta({ description: "Whether all before it have been read, too." }) }),
    data: Unread,
  }),
} as const;
