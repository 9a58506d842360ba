import type { App } from "../../app.ts";
import { deriveMedium } from "./derive.ts";
import { fitStored } from "./fit.ts";
import type { StoredMedia } from "./stored.ts";
import { hasEnded } from "./trials.ts";

/** Whether strangers get a picture only in another form: what cameras write into it may say where it was taken. */
export function needsBaring({ mime, facts }: Pick<StoredMedia, "mime" | "facts">): boolean {
  return mime.startsWith("image/") && facts?.animated !== true && (facts?.tagged !== false || facts.rotation !== 0);
}

/** What could not be made in this process: strangers may ask for it again and again. */
const hopeless = new Set<string>();
const HOPELESS_MAX = 10_000;

/** The medium as strangers may have it, upright and without metadata if it is a picture; the end of an error sentence if that cannot be made. */
export async function baredMedium(app: App, brandId: number, media: StoredMedia): Promise<StoredMedia | string> {
  if (!needsBaring(media)) return media;
  if (hopeless.has(media.id)) return "it cannot be read";
  const bared = await deriveMedium(app, {
    brandId,
    media,
    // In the line of small pictures: what networks wait for must not wait for strangers.
    kind: "thumbnail",
    recipe: { bared: 1 },
    async make(path) {
      const wanted = { types: [media.mime, "image/jpeg"], maxBytes: Number.POSITIVE_INFINITY };
      const image = await fitStored(app, { media, wanted, to: path });
      if (image === null) return "it cannot be read";
      return hasEnded(image) ? image : { ...image, durationSeconds: null };
    },
  });
  if (typeof bared === "string" && hopeless.size < HOPELESS_MAX) hopeless.add(media.id);
  return bared;
}
