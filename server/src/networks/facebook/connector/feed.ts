import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { reasonOf } from "../../connectors/meta/graph.ts";
import type { Halt, Send, Verdict } from "../../connectors/once/visible.ts";
import { isCardRefused, isNotScraped, refusalOf } from "./errors.ts";
import { addressOf, ask, type Page, read } from "./page.ts";
import { stagePhotos } from "./photos.ts";
import type { FeedPlan } from "./plan.ts";
import type { Shown } from "./progress.ts";

/** The only part of a post that is not a series of stories. */
export const POST = "post";

const SCRAPE_AGAIN_SECONDS = 60;

const Created = z.object({ id: z.string().min(1) });

/** A post in the feed. Its photos are there before it, so that only one call makes anything visible. */
export async function readyFeed(page: Page, plan: FeedPlan): Promise<Send | Halt> {
  const photos = await stagePhotos(page, { part: POST, media: plan.photos });
  return "kind" in photos ? photos : ({ lastAt }) => sendFeed(page, { plan, photos, at: lastAt });
}

interface Sending {
  readonly plan: FeedPlan;
  readonly photos: readonly string[];
  readonly at: Instant;
}

async function sendFeed(page: Page, sending: Sending): Promise<Verdict> {
  const { progress } = page;
  const { plan, photos, at } = sending;
  const link = progress.count("no card") > 0 ? null : plan.link;
  const reply = await ask(page, {
    method: "POST",
    path: `/${page.id}/feed`,
    fields: {
      message: plan.message === "" ? undefined : plan.message,
      link: link?.url,
      attached_media: photos.length === 0 ? undefined : JSON.stringify(photos.map((id) => ({ media_fbid: id }))),
      place: plan.placeId ?? undefined,
    },
  });
  if (reply.kind === "ok") {
    const id = Created.safeParse(reply.body).data?.id;
    return id === undefined
      ? { kind: "doubtful", reason: "Facebook: the response to the post has no id." }
      : { kind: "made", made: { id, url: null, at } };
  }
  const refusal = await refusalOf(page, reply);
  if (refusal.kind !== "refused" || link === null || !isCardRefused(reply)) return refusal;
  if (link.isInText) {
    await progress.setCount("no card", 1);
    await progress.setNote("card", "Facebook shows no preview of the link.");
    // The refused call has made nothing.
    return sendFeed(page, sending);
  }
  if (!isNotScraped(reply) || progress.count("scrapes") > 0) return refusal;
  await progress.setCount("scrapes", 1);
  return { kind: "refused", halt: { kind: "busy", reason: reasonOf("Facebook", reply), retryAfterSeconds: SCRAPE_AGAIN_SECONDS } };
}

/** Stores the address of a post that has none yet. One that cannot be read must not cost the post. */
export async function showFeed(page: Page, { id, url }: Shown): Promise<Shown> {
  if (url !== null) return { id, url };
  const shown = { id, url: (await permalinkOf(page, id)) ?? `${page.call.host("www")}/${id}` };
  await page.progress.setMade(POST, shown);
  return shown;
}

const Permalink = z.object({ permalink_url: z.string().nullish() });

async function permalinkOf(page: Page, id: string): Promise<string | null> {
  const reply = await read(page, `/${encodeURIComponent(id)}`, "permalink_url");
  return reply.kind === "ok" ? addressOf(page, Permalink.safeParse(reply.body).data?.permalink_url) : null;
}
