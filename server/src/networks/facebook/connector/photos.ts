import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { type Fit, hasTooManyBytes, sendPicture } from "../../connectors/pictures.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { type StagingRefusal, stagingRefusal } from "./errors.ts";
import { ask, type Page } from "./page.ts";

/** The `/photos` page says 10 MB; photos above 4 MB have been refused (unverified). */
const FIT: Fit = {
  network: "Facebook",
  demand: { types: ["image/jpeg", "image/png", "image/bmp", "image/gif", "image/tiff"], maxBytes: 4_000_000 },
  takesGifs: true,
};
/** How long a photo can be used that no post has is unverified; one that is made for a day ends after 24 hours. */
const USABLE_SECONDS = 20 * 3600;
const AGAIN_SECONDS = 60;

const Photo = z.object({ id: z.string().min(1) });

export interface PhotoOrder {
  readonly part: string;
  readonly media: readonly OutgoingMedia[];
}

/**
 * Uploads photos that nobody sees until a post takes them, each once:
 * https://developers.facebook.com/docs/graph-api/reference/page/photos/ (2026-10). Their bytes are sent, so the service needs no public
 * address. A photo is never published by this call, although that is possible: one that seems to fail may be live.
 */
export async function stagePhotos(page: Page, { part, media }: PhotoOrder): Promise<string[] | StagingRefusal> {
  const ids: string[] = [];
  for (const [index, medium] of media.entries()) {
    const known = page.progress.photo(part, index);
    if (known !== null && secondsBetween(known.at, page.call.now()) < USABLE_SECONDS) {
      ids.push(known.id);
      continue;
    }
    const made = await stagePhoto(page, medium);
    if (typeof made !== "string") return made;
    await page.progress.setPhoto(part, index, { id: made, at: page.call.now() });
    ids.push(made);
  }
  return ids;
}

async function stagePhoto(page: Page, medium: OutgoingMedia): Promise<string | StagingRefusal> {
  const reply = await sendPicture(medium, FIT, {
    send: ({ file: source }) =>
      ask(page, {
        method: "POST",
        path: `/${page.id}/photos`,
        fields: { published: "false", alt_text_custom: medium.alt?.trim() ? medium.alt : undefined },
        files: { source },
        timeoutSeconds: secondsFor(source.size),
      }),
    isTooLarge: hasTooManyBytes,
  });
  if (reply.kind === "rejected") return reply;
  if (reply.kind !== "ok") return stagingRefusal(page, reply);
  const photo = Photo.safeParse(reply.body);
  if (photo.success) return photo.data.id;
  return { kind: "busy", reason: "Facebook: the response to a photo has no id.", retryAfterSeconds: AGAIN_SECONDS };
}
