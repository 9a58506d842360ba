import { secondsBetween } from "@rostrum/contract/formats.ts";
import { fetchPicture, NO_PICTURE_NOTE, readCard } from "../../connectors/cards/read.ts";
import type { Json } from "../../connectors/json.ts";
import type { CardPlan } from "./plan.ts";
import type { Card } from "./progress.ts";
import { bringFile, PICTURE_DEMAND } from "./upload.ts";
import type { Halt, Work } from "./work.ts";

/** Its name in the progress. */
const PICTURE = "card";
/** How long a picture may be processed; a card never stops a post. */
const PICTURE_SECONDS_MAX = 120;
const NO_PICTURE = { kind: "rejected", reason: "There is no picture." } as const;

/**
 * What is shown of a page: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). LinkedIn
 * reads no pages, so this is read from the page here, once: every attempt shows the same. A title is needed. If there is none,
 * there is no card, or one with the page's host if the link would otherwise be lost. A picture that cannot be brought is left out.
 */
export async function articleOf(work: Work, plan: CardPlan): Promise<{ readonly article: Json | null } | Halt> {
  const card = work.progress.card();
  const known = card === undefined ? await drawn(work, plan) : card;
  if (known === null) return { article: null };
  const { source, title, description, hasPicture } = known;
  const thumbnail = hasPicture ? await bringFile(work, { name: PICTURE, kind: "images", send: async () => NO_PICTURE }) : null;
  if (thumbnail !== null && typeof thumbnail !== "string") {
    const since = work.progress.asset(PICTURE)?.at ?? null;
    const isLate = since !== null && secondsBetween(since, work.server.reach.now()) > PICTURE_SECONDS_MAX;
    if (thumbnail.kind !== "rejected" && !((thumbnail.kind === "wait" || thumbnail.kind === "notAsked") && isLate)) return thumbnail;
    await work.progress.setCard({ ...known, hasPicture: false, lacksPicture: true });
  }
  return {
    article: {
      source,
      title,
      ...(description === null ? {} : { description }),
      ...(typeof thumbnail === "string" ? { thumbnail } : {}),
    },
  };
}

/**
 * Once a post with the card was refused: the picture is the page's, and may be what LinkedIn does not take. False if it had none, or one that
 * is only not ready yet.
 */
export async function leavesOutPicture({ progress, server }: Work, isReady: boolean): Promise<boolean> {
  const card = progress.card() ?? null;
  if (card === null || !card.hasPicture) return false;
  const since = progress.asset(PICTURE)?.at ?? null;
  if (!isReady && since !== null && secondsBetween(since, server.reach.now()) <= PICTURE_SECONDS_MAX) return false;
  await progress.setCard({ ...card, hasPicture: false, lacksPicture: true });
  return true;
}

/** The note of a post with what its card lacks. */
export function withCardNote({ progress }: Pick<Work, "progress">, note: string | null): string | null {
  if (progress.card()?.lacksPicture !== true) return note;
  return note === null ? NO_PICTURE_NOTE : `${note} ${NO_PICTURE_NOTE}`;
}

async function drawn(work: Work, { url, isInText, title }: CardPlan): Promise<Card | null> {
  const page = await readCard(url, work.call);
  const shown = title ?? page?.title ?? (isInText ? null : new URL(url).host);
  const named = shown === null ? null : (page?.imageUrl ?? null);
  const hasPicture = named !== null && (await bringsPicture(work, named));
  const facts = { source: url, description: page?.description ?? null, hasPicture, lacksPicture: named !== null && !hasPicture };
  const card = shown === null ? null : { ...facts, title: shown };
  await work.progress.setCard(card);
  return card;
}

/** Whether the picture is on its way; a card never stops a post. */
async function bringsPicture(work: Work, url: string): Promise<boolean> {
  const picture = await fetchPicture(url, PICTURE_DEMAND, work.call);
  if (picture === null) return false;
  await bringFile(work, { name: PICTURE, kind: "images", send: (bring) => bring(picture) });
  return work.progress.asset(PICTURE) !== null;
}
