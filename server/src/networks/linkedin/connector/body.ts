import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { articleOf } from "./card.ts";
import type { PostPlan } from "./plan.ts";
import { bringFile, bringPicture } from "./upload.ts";
import { bringVideo } from "./video.ts";
import type { Halt, Work } from "./work.ts";

/** What a post shows below its text; null for a text alone. */
export type Content = { readonly content: Json | null } | Halt;

/**
 * Brings everything that the post shows, which nobody sees before the post:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api (2026-01). The same on every attempt.
 */
export async function contentOf(work: Work, plan: PostPlan): Promise<Content> {
  const { images, film, document, title, poll, card } = plan;
  if (images.length > 0) return imagesContent(work, plan);
  if (film !== null) return mediaContent(await bringVideo(work, film), title === null ? {} : { title });
  if (document !== null) return mediaContent(await bringDocument(work, document), { title: title ?? document.name });
  if (poll !== null) return { content: { poll } };
  if (card === null) return { content: null };
  const made = await articleOf(work, card);
  if ("kind" in made) return made;
  return { content: made.article === null ? null : { article: made.article } };
}

async function imagesContent(work: Work, { images }: PostPlan): Promise<Content> {
  const pictures: { readonly id: string; readonly altText?: string }[] = [];
  const halts: Halt[] = [];
  for (const [index, image] of images.entries()) {
    const urn = await bringPicture(work, `image ${index}`, image);
    if (typeof urn === "string") pictures.push({ id: urn, ...(image.alt?.trim() ? { altText: image.alt } : {}) });
    // All are uploaded while the first ones are being processed.
    else if (urn.kind === "wait") halts.push(urn);
    else return urn;
  }
  const [halt] = halts;
  if (halt !== undefined) return halt;
  const [only, ...others] = pictures;
  if (only === undefined) throw new Error("A post with pictures has none.");
  return { content: others.length === 0 ? { media: only } : { multiImage: { images: [only, ...others] } } };
}

function bringDocument(work: Work, document: OutgoingMedia): Promise<string | Halt> {
  return bringFile(work, {
    name: "document",
    kind: "documents",
    async send(bring) {
      const file = await document.file();
      return bring(file.slice(0, file.size, document.mime));
    },
  });
}

function mediaContent(urn: string | Halt, facts: Readonly<Record<string, string>>): Content {
  return typeof urn === "string" ? { content: { media: { id: urn, ...facts } } } : urn;
}
