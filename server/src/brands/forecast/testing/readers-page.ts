import assert from "node:assert/strict";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import sharp from "sharp";
import type { SandboxMedium, SandboxPost } from "../../../networks/sandbox/network.ts";
import { anchorOf } from "../../../networks/sandbox/post-view.ts";
import type { Stage } from "../../../testing/stage.ts";

/** How a post is drawn on its network's page. */
interface Drawn {
  readonly frame: string;
  readonly gallery: string;
  /** The text up to where it is folded. */
  readonly seen: string;
  /** Width by height of each picture as it is seen; null where its file does not tell. */
  readonly ratios: readonly (number | null)[];
}

/** Networks make a picture of their own for a video. */
export function shownFiles(media: readonly SandboxMedium[]): readonly SandboxMedium[] {
  const videos = media.filter(({ mime }) => mime.startsWith("video/"));
  return videos.length > 0 ? videos : media;
}

/** The page of a sandbox network, as a program reads it. */
export async function readersPage(stage: Stage, slug: string): Promise<{ drawn(post: SandboxPost): Promise<Drawn> }> {
  const reply = await fetch(`${stage.url}/sandbox/${slug}/`);
  assert.equal(reply.status, 200);
  const articles = new Map(articlesIn(parse(await reply.text())).map((attributes) => [attributes.get("id") ?? "", attributes]));
  return {
    drawn: async (post) => {
      const told = articles.get(anchorOf(post.id));
      assert.ok(told, `${slug} shows no ${post.id}`);
      const text = post.foldedText ?? post.text;
      const sizes = await Promise.all(shownFiles(post.media).map(ratioOfFile));
      const shape = told.get("data-shape") ?? "";
      const [min = 0, max = Number.POSITIVE_INFINITY] = (told.get("data-ratios") ?? "").split(" ").filter(Boolean).map(Number);
      return {
        frame: told.get("data-frame") ?? "",
        gallery: told.get("data-gallery") ?? "",
        seen: text.slice(0, Number(told.get("data-seen"))),
        ratios: sizes.map((own, index) => seenRatio(shape, { sizes, own, index, range: [min, max] })),
      };
    },
  };
}

interface Place {
  readonly sizes: readonly (number | null)[];
  readonly own: number | null;
  readonly index: number;
  readonly range: readonly [number, number];
}

function seenRatio(shape: string, { sizes, own, index, range: [min, max] }: Place): number | null {
  const [kind, value] = shape.split(":");
  if (kind === "screen") return Number(value);
  if (kind === "cell") {
    const isHalf = sizes.length === 2 || (sizes.length === 3 && index === 0);
    return Number(value) / (isHalf ? 2 : 1);
  }
  const ratio = kind === "first" ? (sizes[0] ?? null) : own;
  return ratio === null ? null : Math.min(max, Math.max(min, ratio));
}

async function ratioOfFile({ url, mime }: SandboxMedium): Promise<number | null> {
  if (!mime.startsWith("image/")) return null;
  const reply = await fetch(url);
  assert.equal(reply.status, 200, url);
  const { width, height } = await sharp(await reply.bytes()).metadata();
  return width / height;
}

function articlesIn(node: DefaultTreeAdapterTypes.Node): Map<string, string>[] {
  const own = "tagName" in node && node.tagName === "article" ? [new Map(node.attrs.map(({ name, value }) => [name, value]))] : [];
  return "childNodes" in node ? [...own, ...node.childNodes.flatMap(articlesIn)] : own;
}
