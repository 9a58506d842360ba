import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { type DeliveryReason, deliveryReasons } from "../reasons.ts";
import { Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Picture } from "./calendar.ts";

/** How far back failures are brought up, and how far ahead ends and empty slots. */
export const NEEDS_BACK_DAYS = 90;
export const NEEDS_AHEAD_DAYS = 7;
/** Of one kind in one brand; of what is beyond there is no word, and none is needed. */
export const NEEDS_PER_KIND_MAX = 25;
/** The same where all brands of a person are shown. */
export const HOME_NEEDS_PER_KIND_MAX = 5;

const ReasonWord = z.enum(Object.keys(deliveryReasons) as [DeliveryReason, ...DeliveryReason[]]);

const NeedChannel = z.object({ id: Id.nullable(), name: z.string().nullable(), type: ChannelType.nullable() });

/** A channel that a post did not reach. */
const Missed = NeedChannel.extend({
  deliveryId: Id,
  /** Whether it is the automatic comment below the post. */
  isComment: z.boolean(),
  reason: ReasonWord.nullable(),
  message: z.string().nullable(),
  canTryAgain: z.boolean(),
});
export type Missed = z.output<typeof Missed>;

const collection = z.object({ id: Id, title: z.string() });

/** What all have: which brand, and what tells one from another. */
const own = { brandId: Id, key: z.string() };

/** A round of a post that did not reach all of its channels. */
const missing = {
  ...own,
  postId: Id,
  post: z.string().meta({ description: "The beginning of its title or text." }),
  picture: Picture.nullable(),
  at: IsoMicros.meta({ description: "When the last of them failed." }),
  missed: z.array(Missed).min(1),
  reached: z.array(NeedChannel).meta({ description: "Where it is out." }),
  underWay: z.int().meta({ description: "On how many channels it is still under way." }),
};

/**
 * Something that a person has to look at. Facts alone: the words for them are where it is shown. `FAILED`: the post did not reach a channel,
 * and nobody has seen to it; `UNDECIDED`: nobody knows whether it did.
 */
export const Need = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("FAILED"), ...missing }),
  z.object({ kind: z.literal("UNDECIDED"), ...missing }),
  z.object({
    kind: z.literal("LOG_IN_ENDED"),
    ...own,
    channel: z.object({ id: Id, name: z.string(), type: ChannelType }),
    since: IsoMicros,
    message: z.string().nullable().meta({ description: "What the network said." }),
    posts: z.int().meta({ description: "How many posts leave without it in the coming days." }),
  }),
  z.object({
    kind: z.literal("LOG_IN_ENDS"),
    ...own,
    channel: z.object({ id: Id, name: z.string(), type: ChannelType }),
    endsAt: IsoMicros,
    posts: z.int(),
  }),
  z.object({ kind: z.literal("QUEUE_PAUSED"), ...own, posts: z.int().meta({ description: "How many wait, as far as is counted." }) }),
  z.object({ kind: z.literal("NO_TIMES"), ...own, collection, posts: z.int() }),
  z.object({ kind: z.literal("NO_CHANNELS"), ...own, collection, posts: z.int() }),
  z.object({
    kind: z.literal("RUNS_DRY"),
    ...own,
    collection,
    posts: z.int().meta({ description: "How many still wait." }),
    lastAt: IsoMicros.nullable().meta({ description: "When the last of them leaves; null: none waits." }),
    free: z.int().meta({ description: "Slots of the coming days without a post." }),
  }),
]);
export type Need = z.output<typeof Need>;

const errors = [400, 401, 403, 404, 409, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What needs somebody: of one brand. Of all brands of a person, `home.ts` tells it. */
export const needOperations = {
  listNeeds: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/needs",
    summary: "List what of a brand needs somebody",
    description:
      "What failed and nobody has seen to, log-ins that have ended or will, queues that do not move or run dry. Most urgent first.",
    params: BrandIdPath,
    data: z.array(Need),
  }),
  leaveFailure: privateOperation({
    ...shared,
    allows: "editor",
    method: "POST",
    path: "/deliveries/{delivery_id}/left",
    summary: "Say that a failed post has been seen and is left as it is, or take that back",
    description:
      "Concerns all channels that this round of the post did not reach. What fails again after another try needs somebody again.",
    params: z.object({ deliveryId: Id.meta({ description: "Id of one of its failed deliveries." }) }),
    body: z.object({ left: z.boolean() }),
    data: z.object({ deliveries: z.int().meta({ description: "How many are left as they are now, or no longer." }) }),
  }),
} as const;
