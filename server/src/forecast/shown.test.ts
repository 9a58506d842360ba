import assert from "node:assert/strict";
import { test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { SandboxPost } from "../sandbox/network.ts";
import { sandboxNetworks, sandboxWorld } from "../sandbox/networks.ts";
import { aPlace, aPost, must } from "../testing/builders.ts";
import { aPhoto, uploaded } from "../testing/media.ts";
import { openStage, type Stage } from "../testing/stage.ts";
import { aVideoFile } from "../testing/videos.ts";

/** The networks whose readers can be asked what they see. */
const READ = CHANNEL_TYPES.filter((type) => sandboxNetworks.some((network) => network.type === type));

const WORDS = "Rye with walnuts, caraway and a long crust. ".repeat(9).trim();

/** Posts whose text each network treats differently. */
const POSTS: readonly { readonly name: string; readonly files: readonly ("photo" | "video")[]; readonly body: Record<string, unknown> }[] =
  [
    {
      name: "a text with a link",
      files: [],
      body: { caption: "Open from 7 <today>: https://shop.example/rye?a=1 #rye 👩‍👩‍👧", link: "https://shop.example/rye" },
    },
    { name: "a thread by hand", files: [], body: { caption: "One\n\n\nTwo (2)\n\n\nThree", autoThreadText: true } },
    { name: "a long text that is split", files: [], body: { caption: `${WORDS}\n\n${WORDS}`, autoThreadText: true } },
    { name: "a picture", files: ["photo"], body: { caption: "A loaf", title: "Rye", alt: "A loaf of rye" } },
    { name: "six pictures", files: ["photo", "photo", "photo", "photo", "photo", "photo"], body: { caption: "Six loaves" } },
    { name: "a video", files: ["video"], body: { caption: "Into the <oven>", title: "The oven" } },
    {
      name: "a poll",
      files: [],
      body: { caption: "What next?", poll: { question: "Which cake?", options: ["Cherry", "Plum"], period: "1d" } },
    },
  ];

test("what the preview shows is what readers of every sandbox network then see, text by text", { timeout: 600_000 }, async (t) => {
  await using stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
  for (const { name, files, body } of POSTS) {
    const place = await aPlace(stage, { channels: READ });
    const media = [];
    for (const [index, file] of files.entries()) media.push({ id: await uploaded(stage, place, await fileOf(file, index)) });
    const mediaIds = media.map(({ id }) => id);
    const preview: PreviewedChannel[] = await must(
      stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { ...body, mediaIds }),
    );
    const since = stage.now();
    await aPost(place, { publishMode: "IMMEDIATE", ...body, media });
    await stage.liveUntil(addSeconds(stage.now(), 1800));
    for (const channel of preview) {
      await t.test(`${channel.channelType}: ${name}`, async () => {
        const seen = await readersSee(stage, channel, since);
        if (channel.shown === null) return assert.deepEqual(seen, [], channel.message ?? "");
        assert.equal(channel.outcome, "PUBLISHED");
        const { parts, title } = channel.shown;
        assert.equal(seen.length, parts.length);
        for (const [index, { text, poll }] of parts.entries()) {
          // Readers' pages of some networks show title and question apart from the text.
          const whole = [index === 0 ? title : null, text, poll?.question ?? null];
          const ways = [whole, whole.slice(1), whole.slice(0, 2), [text]].map((texts) =>
            evened(texts.filter((one) => one !== null).join(" ")),
          );
          assert.ok(ways.includes(evened(seen[index]?.text ?? "")), `${seen[index]?.text} is none of ${ways.join(" / ")}`);
          assert.deepEqual(seen[index]?.poll?.options ?? null, poll?.options ?? null);
        }
        assert.deepEqual(
          // Networks make a picture of their own for a video.
          seen.map(({ media: shown }) => shown.filter(({ mime }) => !files.includes("video") || mime.startsWith("video/")).length),
          parts.map(({ mediaIds: ids }) => ids.length),
        );
      });
    }
  }
});

/** Oldest first: a thread in its order. */
async function readersSee(stage: Stage, { channelType }: PreviewedChannel, since: string): Promise<SandboxPost[]> {
  const network = sandboxNetworks.find(({ type }) => type === channelType);
  assert.ok(network);
  const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: `${stage.url}/sandbox` });
  const feed = await network.feed(world, { limit: 250 });
  return feed.filter((post) => post.createdAt >= since).reverse();
}

/** Networks normalize white space. */
function evened(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}

async function fileOf(file: "photo" | "video", index: number) {
  if (file === "photo") return { bytes: await aPhoto(), name: `loaf-${index}.jpg` };
  return { bytes: await aVideoFile({ width: 1280, height: 720, seconds: 5, frameBytes: 1000 }), name: "oven.mp4" };
}
