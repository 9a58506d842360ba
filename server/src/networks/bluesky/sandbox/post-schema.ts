import { z } from "zod";
import { invalidRequest } from "./refusal.ts";

const GRAPHEMES_MAX = 300;
const TEXT_BYTES_MAX = 3000;

const count = z.int().min(0);
const blob = (accept: RegExp, bytesMax: number) =>
  z.object({
    $type: z.literal("blob"),
    ref: z.object({ $link: z.string().regex(/^b[a-z2-7]{58}$/) }),
    mimeType: z.string().regex(accept),
    size: z.int().max(bytesMax),
  });
const aspectRatio = z.object({ width: z.int().min(1), height: z.int().min(1) });
const did = z.string().regex(/^did:[a-z]+:[a-zA-Z0-9._:%-]+$/);
const uri = z.string().regex(/^\w+:(?:\/\/)?[^\s/][^\s]*$/);
const strongRef = z.object({ uri: z.string().regex(/^at:\/\/did:[^\s/]+\/[\w.]+\/[\w.~:-]+$/), cid: z.string().regex(/^b[a-z2-7]+$/) });

const image = z.object({ image: blob(/^image\//, 2_000_000), alt: z.string(), aspectRatio: aspectRatio.optional() });
const embed = z.discriminatedUnion("$type", [
  z.object({ $type: z.literal("app.bsky.embed.images"), images: z.array(image).max(4) }),
  z.object({
    $type: z.literal("app.bsky.embed.video"),
    video: blob(/^video\/mp4$/, 300_000_000),
    alt: z.string().optional(),
    aspectRatio: aspectRatio.optional(),
  }),
  z.object({
    $type: z.literal("app.bsky.embed.external"),
    external: z.object({ uri, title: z.string(), description: z.string(), thumb: blob(/^image\//, 1_000_000).optional() }),
  }),
]);

const tag = text({ graphemesMax: 64, bytesMax: 640 });
const feature = z.discriminatedUnion("$type", [
  z.object({ $type: z.literal("app.bsky.richtext.facet#link"), uri }),
  z.object({ $type: z.literal("app.bsky.richtext.facet#mention"), did }),
  z.object({ $type: z.literal("app.bsky.richtext.facet#tag"), tag }),
]);
const facet = z.object({ index: z.object({ byteStart: count, byteEnd: count }), features: z.array(feature) });

const post = z
  .object({
    $type: z.literal("app.bsky.feed.post"),
    text: text({ graphemesMax: GRAPHEMES_MAX, bytesMax: TEXT_BYTES_MAX }),
    createdAt: z.iso.datetime({ offset: true }),
    facets: z.array(facet).optional(),
    embed: embed.optional(),
    reply: z.object({ root: strongRef, parent: strongRef }).optional(),
    langs: z.array(z.string()).max(3).optional(),
    tags: z.array(tag).max(8).optional(),
  })
  .superRefine((record, context) => {
    for (const sentence of facetMistakes(record.text, record.facets ?? []))
      context.addIssue({ code: "custom", path: ["facets"], message: sentence });
  });

export type PostRecord = z.output<typeof post>;

/**
 * Checks a post against its lexicon. Facets are checked more strictly than on a real server, which accepts any numbers: here
 * a range that lies outside the text, splits a character or overlaps another is refused, because readers would see it broken.
 */
export function checkPost(record: unknown): PostRecord {
  const checked = post.safeParse(record);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const path = ["$.record", ...(issue?.path ?? [])].map(String).join(".");
  throw invalidRequest(`Invalid app.bsky.feed.post record: ${issue?.message ?? "invalid"} at ${path}`);
}

/** The same for a stored record, which may have been written without validation; null if it is not a valid post. */
export function readPost(record: unknown): PostRecord | null {
  return post.safeParse(record).data ?? null;
}

function text(limits: { graphemesMax: number; bytesMax: number }) {
  return z.string().superRefine((value, context) => {
    if (Buffer.byteLength(value) > limits.bytesMax)
      context.addIssue({ code: "custom", message: `string too big (maximum ${limits.bytesMax} bytes)` });
    if (graphemes(value) > limits.graphemesMax)
      context.addIssue({ code: "custom", message: `grapheme too big (maximum ${limits.graphemesMax} graphemes)` });
  });
}

function graphemes(value: string): number {
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(value)].length;
}

function facetMistakes(value: string, facets: readonly z.output<typeof facet>[]): string[] {
  const bytes = Buffer.from(value);
  const ranges = facets.map(({ index }) => index).toSorted((one, other) => one.byteStart - other.byteStart);
  return ranges.flatMap(({ byteStart, byteEnd }, position) => [
    ...(byteEnd <= byteStart || byteEnd > bytes.length ? ["a facet lies outside the text"] : []),
    ...(isInsideCharacter(bytes, byteStart) || isInsideCharacter(bytes, byteEnd) ? ["a facet splits a character"] : []),
    ...(byteStart < (ranges[position - 1]?.byteEnd ?? 0) ? ["facets overlap"] : []),
  ]);
}

/** Continuation bytes of UTF-8 are `10xxxxxx`. */
function isInsideCharacter(bytes: Buffer, position: number): boolean {
  return ((bytes[position] ?? 0) & 0xc0) === 0x80;
}
