import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";
import { Picture } from "./calendar.ts";
import { Need } from "./needs.ts";

/** How many brands the first page shows; whoever has more finds the others by their names. */
export const HOME_BRANDS_MAX = 250;
/** How many days ahead it shows. */
export const HOME_DAYS = 14;
export const LAST_RESULTS_MAX = 4;

const post = {
  post: z.string().meta({ description: "The beginning of its title or text." }),
  picture: Picture.nullable(),
  at: IsoMicros,
  local: z.string().meta({ description: "`YYYY-MM-DD HH:MM:SS` on the brand's clock." }),
};

/** A day by the clock of the brand, with what leaves and the slots that have no post. */
const HomeDay = z.object({ day: z.string(), posts: z.int(), free: z.int(), slots: z.int() });

const HomeBrand = z.object({
  id: Id,
  networks: z.array(ChannelType).meta({ description: "On which it publishes, each once." }),
  next: z.object({ postId: Id, ...post }).nullable(),
  days: z.array(HomeDay),
});
export type HomeBrand = z.output<typeof HomeBrand>;

/** What became of a post on all of its channels. A figure that has not been read is 0. */
const LastResult = z.object({
  postId: Id.nullable(),
  ...post,
  networks: z.array(ChannelType),
  failed: z.int().meta({ description: "On how many channels it failed, and nobody has seen to it." }),
  likes: z.int(),
  comments: z.int(),
  shares: z.int(),
});
export type LastResult = z.output<typeof LastResult>;

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Dashboard", status: 200, errors } as const;

/** What a person sees first: all of their brands, or one. */
export const homeOperations = {
  showHome: privateOperation({
    ...shared,
    allows: "person",
    method: "GET",
    path: "/home",
    summary: "Show all brands of a person with what leaves next, the coming days and what needs somebody",
    description: `Brands by title, at most ${HOME_BRANDS_MAX}. In a few statements, however many brands.`,
    data: z.object({
      brands: z.array(HomeBrand).max(HOME_BRANDS_MAX),
      needs: z.array(Need).meta({ description: "Most urgent first." }),
      arrived: z.number().nullable().meta({ description: "Of what ended in 30 days, the share that arrived; null: nothing ended." }),
    }),
  }),
  showOverview: privateOperation({
    ...shared,
    allows: "viewer",
    method: "GET",
    path: "/brands/{brand_id}/overview",
    summary: "Show what of a brand leaves in the coming days, and how the last week went",
    description: "Without what needs somebody, which `listNeeds` tells, and the posts themselves, which the calendar shows.",
    params: BrandIdPath,
    data: z.object({
      channels: z.int(),
      collections: z.int(),
      days: z.array(HomeDay),
      next: z.object({ postId: Id, ...post }).nullable(),
      sent: z.int().meta({ description: "How many posts reached a network in seven days." }),
      failed: z.int().meta({ description: "How many of seven days failed on a network, and nobody has seen to it." }),
      gained: z
        .array(z.int())
        .meta({ description: "Likes, comments and shares together that were read on each of the last 14 days, latest last." }),
      results: z.array(LastResult).max(LAST_RESULTS_MAX).meta({ description: "The last posts that reached a network, latest first." }),
    }),
  }),
} as const;
