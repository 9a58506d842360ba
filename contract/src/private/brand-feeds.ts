import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { BrandIdPath } from "./brands.ts";

/** How many items a feed has unless its reader asks for another number, and at most. */
export const FEED_ITEMS_DEFAULT = 50;
export const FEED_ITEMS_MAX = 200;

const errors = [400, 401, 403, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", allows: "admin", status: 200, errors, path: "/admin/brands/{brand_id}/feed", params: BrandIdPath } as const;

const BrandFeed = z.object({
  state: z.enum(["on", "off"]),
  rss: z.string().nullable().meta({ description: "Its address as RSS; null while it is off." }),
  json: z.string().nullable().meta({ description: "Its address as a JSON Feed; null while it is off." }),
  changedAt: IsoMicros.nullable().meta({ description: "When it was switched on, off, or got this address; null if it never was on." }),
});
export type BrandFeed = z.output<typeof BrandFeed>;

/** The feed by which everybody who knows its address reads what a brand has published. */
export const brandFeedOperations = {
  showBrandFeed: privateOperation({
    ...shared,
    method: "GET",
    command: "brands feed",
    summary: "Show the address of the feed of what a brand has published",
    description: "RSS and JSON Feed. Whoever knows the address can read it, without signing in.",
    data: BrandFeed,
  }),
  setBrandFeed: privateOperation({
    ...shared,
    method: "PATCH",
    command: "brands feed",
    summary: "Show the feed of what a brand has published, or switch it on or off",
    description:
      "Whoever knows its address can read it, without signing in. With --set renew it gets another address, and the one so far no longer works; on again after off is another address, too.",
    body: z.object({
      set: z.enum(["on", "renew", "off"]).meta({ description: "Switch it on or off, or give it another address.", example: "on" }),
    }),
    data: BrandFeed,
  }),
} as const;
