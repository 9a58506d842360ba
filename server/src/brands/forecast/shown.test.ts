import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { EXAMPLE_FILES, EXAMPLES } from "../../../../scripts/outcomes/examples.ts";
import type { SandboxPost } from "../../networks/sandbox/network.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { readersPage, shownFiles } from "./testing/readers-page.ts";

// A process of its own: it takes minutes, so it starts first.

/** The networks whose readers can be asked what they see. */
const READ = CHANNEL_TYPES.filter((type) => sandboxNetworks.some((network) => network.type === type));

const WORDS = "Rye with walnuts, caraway and a long crust. ".repeat(9).trim();

/** In shapes that tell them apart, and that some networks cut. */
const FILES = {
  ...EXAMPLE_FILES,
  wide: async () => ({ name: "wide.jpg", bytes: await aPhoto({ width: 960, height: 400 }) }),
  square: async () => ({ name: "square.jpg", bytes: await aPhoto({ width: 600, height: 600 }) }),
  upright: async () => ({ name: "upright.jpg", bytes: await aPhoto({ width: 480, height: 600 }) }),
};
type File = keyof typeof FILES;

interface Posted {
  readonly kind: string;
  readonly files: readonly File[];
  readonly body: Readonly<Record<string, unknown>>;
  /** Its link leads nowhere. */
  readonly isUnread?: true;
}

/** Networks whose cards are made here from the page, as their own tests try: none appears while it cannot be read. */
const CARDS_OF_OURS: readonly string[] = ["Bluesky", "LinkedIn"];

/** Those that each network treats differently. */
const POSTS: readonly Posted[] = [
  ...EXAMPLES,
  {
    kind: "text with a link",
    files: [],
    body: { caption: "Open from 7 <today>: https://shop.example/rye?a=1 #rye 👩‍👩‍👧", link: "https://shop.example/rye?a=1" },
    isUnread: true,
  },
  { kind: "text of many lines", files: [], body: { caption: Array.from({ length: 40 }, (_, line) => `${line}.`).join("\n") } },
  { kind: "thread by hand", files: [], body: { caption: "One\n\n\nTwo (2)\n\n\nThree", autoThreadText: true } },
  { kind: "long text that is split", files: [], body: { caption: `${WORDS}\n\n${WORDS}`, autoThreadText: true } },
  {
    kind: "picture with a long text",
    files: ["rye"],
    body: { caption: `A loaf. ${WORDS.slice(0, 230)}`, title: "Rye", alt: "A loaf of rye" },
  },
  { kind: "two shapes", files: ["upright", "square"], body: { caption: "Upright, then square" } },
  { kind: "three shapes", files: ["square", "upright", "square"], body: { caption: "Three loaves" } },
  { kind: "wide picture", files: ["wide"], body: { caption: "All of the shop" } },
  { kind: "six pictures", files: ["rye", "rolls", "cake", "rye", "rolls", "cake"], body: { caption: "Six loaves" } },
  { kind: "titled video", files: ["video"], body: { caption: "Into the <oven>", title: "The oven" } },
];

test("what the preview shows is what readers of every sandbox network then see, part by part", { timeout: 900_000 }, async (t) => {
  await using stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
  for (const { kind, files, body, isUnread = false } of POSTS) {
    const place = await aPlace(stage, { channels: READ });
    const media: { readonly id: string }[] = [];
    for (const file of files) media.push({ id: await uploaded(stage, place, await FILES[file]()) });
    const mediaIds = media.map(({ id }) => id);
    const preview: PreviewedChannel[] = await must(
      stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { ...body, mediaIds }),
    );
    const since = stage.now();
    await aPost(place, { publishMode: "IMMEDIATE", ...body, media });
    await stage.liveUntil(addSeconds(stage.now(), 1800));
    for (const channel of preview) {
      await t.test(`${channel.channelType}: ${kind}`, async () => {
        const seen = await readersSee(stage, channel, since);
        const { shown, outcome, message } = channel;
        assert.ok(shown);
        if (outcome !== "PUBLISHED") return assert.deepEqual(seen, [], message ?? "");
        assert.deepEqual(
          seen.map(({ media: files }) => shownFiles(files).length),
          shown.parts.map(({ mediaIds: ids }) => ids.length),
        );
        const page = await readersPage(stage, networkOf(channel).slug);
        for (const [index, part] of shown.parts.entries()) {
          const post = seen[index];
          assert.ok(post);
          assertWords(post, { ...part, title: index === 0 ? shown.title : null });
          const drawn = await page.drawn(post);
          assert.equal(drawn.frame, shown.frame);
          if (part.mediaIds.length > 1) assert.equal(drawn.gallery, shown.gallery);
          const isWhole = drawn.seen === (post.foldedText ?? post.text);
          assert.equal(isWhole, part.foldAt === null);
          if (part.foldAt !== null) assert.equal(evened(drawn.seen), evened(part.text.slice(0, part.foldAt)));
          // A file of unknown size has no shape to compare; the order of pictures shows in their shapes.
          const ratios = part.shapes.map(({ ratio }, at) => (drawn.ratios[at] === null || ratio === null ? null : ratio.toFixed(2)));
          assert.deepEqual(
            drawn.ratios.map((ratio, at) => (ratios[at] === null ? null : (ratio?.toFixed(2) ?? null))),
            ratios,
          );
          const { card } = part;
          if (isUnread && CARDS_OF_OURS.includes(channel.channelType)) continue;
          assert.equal(post.card === null ? null : plain(post.card.url), card === null ? null : plain(card.url));
          if (card?.title != null) assert.equal(post.card?.title, card.title);
        }
      });
    }
  }
});

type Part = NonNullable<PreviewedChannel["shown"]>["parts"][number];

function assertWords(post: SandboxPost, { text, poll, title }: Part & { readonly title: string | null }): void {
  // Readers' pages of some networks show title and question apart from the text.
  const whole = [title, text, poll?.question ?? null];
  const ways = [whole, whole.slice(1), whole.slice(0, 2), [text]].map((texts) => evened(texts.filter((one) => one !== null).join(" ")));
  assert.ok(ways.includes(evened(post.text)), `${post.text} is none of ${ways.join(" / ")}`);
  assert.deepEqual(post.poll?.options ?? null, poll?.options ?? null);
}

function networkOf({ channelType }: PreviewedChannel) {
  const network = sandboxNetworks.find(({ type }) => type === channelType);
  assert.ok(network);
  return network;
}

/** Networks write the same address in their ways. */
function plain(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

/** Oldest first: a thread in its order. */
async function readersSee(stage: Stage, channel: PreviewedChannel, since: string): Promise<SandboxPost[]> {
  const network = networkOf(channel);
  const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: `${stage.url}/sandbox` });
  const feed = await network.feed(world, { limit: 250 });
  return feed.filter((post) => post.createdAt >= since).reverse();
}

/** Networks normalize white space. */
function evened(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
