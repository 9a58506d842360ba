import { z } from "zod";
import { isCardRefused, isNotScraped } from "./errors.ts";
import { addressOf, type Page, read } from "./page.ts";
import { stagePhotos } from "./photos.ts";
import type { FeedPlan } from "./plan.ts";
import type { Made } from "./progress.ts";
import { type Refusal, reveal } from "./reveal.ts";

/** The only part of a post that is not a series of stories. */
export const POST = "post";

const SCRAPE_AGAIN_SECONDS = 60;

const Created = z.object({ id: z.string().min(1) });

/** A post in the feed. Its photos are there before it, so that only one call makes anything visible. */
export async function publishInFeed(page: Page, plan: FeedPlan): Promise<Made | Refusal> {
  const { progress } = page;
  const known = progress.made(POST);
  if (known !== null) return known;
  const photos = await stagePhotos(page, { part: POST, media: plan.photos });
  if ("kind" in photos) return photos;
  const link = progress.count("no card") > 0 ? null : plan.link;
  const result = await reveal(page, POST, {
    method: "POST",
    path: `/${page.id}/feed`,
    fields: {
      message: plan.message === "" ? undefined : plan.message,
      link: link?.url,
      attached_media: photos.length === 0 ? undefined : JSON.stringify(photos.map((id) => ({ media_fbid: id }))),
      place: plan.placeId ?? undefined,
    },
  });
  if (result.kind === "done") return storePost(page, result.body);
  const { failure, outcome } = result;
  if (failure === null || link === null || !isCardRefused(failure)) return outcome;
  if (link.isInText) {
    await progress.setCount("no card", 1);
    await progress.setNote("card", "Facebook shows no preview of the link.");
    return publishInFeed(page, plan);
  }
  if (!isNotScraped(failure) || progress.count("scrapes") > 0) return outcome;
  await progress.setCount("scrapes", 1);
  return { kind: "busy", reason: outcome.reason, retryAfterSeconds: SCRAPE_AGAIN_SECONDS };
}

/** Stored before anything else is asked: an address that cannot be read must not cost the post. */
async function storePost(page: Page, body: unknown): Promise<Made | Refusal> {
  const created = Created.safeParse(body);
  if (!created.success) return { kind: "unknown", reason: "Facebook: the response to the post has no id." };
  const { id } = created.data;
  await page.progress.setMade(POST, { id, url: null });
  const made = { id, url: (await permalinkOf(page, id)) ?? `${page.call.host("www")}/${id}` };
  await page.progress.setMade(POST, made);
  return made;
}

const Permalink = z.object({ permalink_url: z.string().nullish() });

async function permalinkOf(page: Page, id: string): Promise<string | null> {
  const reply = await read(page, `/${encodeURIComponent(id)}`, "permalink_url");
  return reply.kind === "ok" ? addressOf(page, Permalink.safeParse(reply.body).data?.permalink_url) : null;
}
