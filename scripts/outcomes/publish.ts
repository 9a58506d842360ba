import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { EntryStatus } from "@rostrum/contract/published.ts";
import { aPlace, aPost, entries, must, type Place } from "../../server/src/testing/builders.ts";
import { uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { NETWORKS, type Network } from "../abilities/words.ts";
import { EXAMPLE_FILES, EXAMPLES, type Example, type ExampleFile } from "./examples.ts";

/** What a network makes of a post, and what the preview said about it. */
export interface Outcome {
  readonly kind: string;
  readonly network: Network;
  readonly preview: Ending;
  readonly entry: Ending & { readonly postType: PostType };
}

/** How a post ends on a network. */
export interface Ending {
  readonly status: string;
  /** The stable word for it. */
  readonly reason: string | null;
  readonly message: string | null;
}

/** No network of the sandbox needs longer, and no token ends earlier. */
const MINUTES_UNTIL_FINAL = 30;

/** Previews each example on a sandbox channel of every network and publishes it there. All of them end, or it throws. */
export async function publishExamples(): Promise<readonly Outcome[]> {
  await using stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
  const place = await aPlace(stage, { channels: NETWORKS });
  const files = await uploadExamples(stage, place);
  const posts: PreviewedPost[] = [];
  for (const example of EXAMPLES) {
    const mediaIds = example.files.map((file) => files[file]);
    // Posts leave when the clock moves: each preview is from before the first of them.
    posts.push({ kind: example.kind, ...(await previewed(stage, place, { example, mediaIds })) });
  }
  await stage.liveUntil(addSeconds(stage.now(), MINUTES_UNTIL_FINAL * 60));
  const published = await finalEntries(place);
  const outcomes: Outcome[] = [];
  for (const post of posts) outcomes.push(...(await outcomesOf(stage, post, published)));
  return outcomes;
}

interface PreviewedPost {
  readonly kind: string;
  readonly postId: number;
  readonly preview: PrivateOutput<"previewPost">;
}

interface Entry {
  readonly postId: number;
  readonly channel: { readonly type: string };
  readonly postType: PostType;
}

async function uploadExamples(stage: Stage, place: Place): Promise<Readonly<Record<ExampleFile, string>>> {
  const upload = async (file: ExampleFile) => uploaded(stage, place, await EXAMPLE_FILES[file]());
  return {
    video: await upload("video"),
    rye: await upload("rye"),
    rolls: await upload("rolls"),
    cake: await upload("cake"),
    document: await upload("document"),
  };
}

async function previewed(
  stage: Stage,
  place: Place,
  { example, mediaIds }: { readonly example: Example; readonly mediaIds: readonly string[] },
): Promise<Omit<PreviewedPost, "kind">> {
  const preview = await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { ...example.body, mediaIds }));
  const media = mediaIds.length === 0 ? {} : { media: mediaIds.map((id) => ({ id })) };
  const postId = await aPost(place, { publishMode: "IMMEDIATE", ...example.body, ...media });
  return { postId, preview };
}

const FINAL: readonly EntryStatus[] = ["PUBLISHED", "SENT", "SKIPPED", "FAILED"];

async function finalEntries(place: Place): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (const status of FINAL) found.push(...(await entries(place, status)));
  return found;
}

async function outcomesOf(stage: Stage, { kind, postId, preview }: PreviewedPost, published: readonly Entry[]): Promise<Outcome[]> {
  const { deliveries }: PrivateOutput<"explainPost"> = await must(stage.admin("GET", `/posts/${postId}/explanation`));
  return NETWORKS.map((network) => {
    const told = preview.find(({ channelType }) => channelType === network);
    const ended = deliveries.find(({ channelType }) => channelType === network);
    const entry = published.find((one) => one.postId === postId && one.channel.type === network);
    if (told === undefined || ended === undefined || entry === undefined) throw new Error(`The ${kind} did not end on ${network}.`);
    return {
      kind,
      network,
      preview: { status: told.outcome, reason: told.reason, message: told.message },
      entry: { status: ended.status, reason: ended.reason, message: ended.message, postType: entry.postType },
    };
  });
}
