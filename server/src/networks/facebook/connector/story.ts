import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { saidAt } from "../../connectors/their-clock.ts";
import { readSince } from "./lists.ts";
import { addressOf, type Page } from "./page.ts";
import { stagePhotos } from "./photos.ts";
import { beganAt, type Made, NO_ATTEMPT, type Staged } from "./progress.ts";
import { type NotFound, notFound, reveal } from "./reveal.ts";
import { afterRefusedEnd, bringVideo, forgetFinished, type VideoOrder } from "./session.ts";
import { awaitUploaded, type Going, notAsked, pending } from "./video.ts";
import { readVideo } from "./video-state.ts";

/** Begins the ids of stories, which take neither comments nor counts: the network's own ids do not tell them from videos. */
export const STORY_ID = "story:";

export function storyPart(index: number): string {
  return `story ${index}`;
}

/**
 * Publishes one photo or video as a story: https://developers.facebook.com/docs/page-stories-api (2026-10). It is always uploaded for this
 * story, since a file that another post has is refused; its id then tells our story in the list.
 */
export async function publishStory(page: Page, medium: OutgoingMedia, part: string): Promise<Going> {
  const known = page.progress.made(part);
  if (known !== null) return known;
  return medium.mime.startsWith("video/") ? publishVideoStory(page, medium, part) : publishPhotoStory(page, medium, part);
}

async function publishPhotoStory(page: Page, medium: OutgoingMedia, part: string): Promise<Going> {
  // Stories have no alternative text.
  const photos = await stagePhotos(page, { part, media: [{ ...medium, alt: null }] });
  if ("kind" in photos) return photos;
  const fields = { photo_id: photos[0] };
  const result = await reveal(page, part, { method: "POST", path: `/${page.id}/photo_stories`, fields });
  if (result.kind === "ended") return result.outcome;
  const id = storyIdIn(result.body);
  return id === null ? NO_ID : storeStory(page, part, id);
}

async function publishVideoStory(page: Page, medium: OutgoingMedia, part: string): Promise<Going> {
  const order: VideoOrder = { part, edge: "video_stories", video: medium };
  const video = await bringVideo(page, order);
  if ("kind" in video) return video;
  if (page.progress.count(finishedName(part)) > 0) return awaitStory(page, part, video);
  const wait = await awaitUploaded(page, order, video);
  if (wait !== null) return wait;
  const fields = { upload_phase: "finish", video_id: video.id };
  const result = await reveal(page, part, { method: "POST", path: `/${page.id}/video_stories`, fields });
  if (result.kind === "ended") return afterRefusedEnd(page, order, result);
  const id = storyIdIn(result.body);
  if (id !== null) await page.progress.setVideoPost(part, id);
  await page.progress.setCount(finishedName(part), 1);
  return awaitStory(page, part, video);
}

/** Counts whether `finish` was accepted; it is then never called again. */
function finishedName(part: string): string {
  return `finished ${part}`;
}

const NO_ID = { kind: "unknown", reason: "Facebook: the response to the story has no id." } as const;
const Created = z.object({ post_id: z.string().min(1) });

function storyIdIn(body: unknown): string | null {
  const created = Created.safeParse(body);
  return created.success ? `${STORY_ID}${created.data.post_id}` : null;
}

/** Unverified: that what is told of a story's video moves after it was accepted. So it is believed after this. */
const ACCEPTED_SECONDS = 600;

/** The network accepts a video before it is processed, which can still fail. */
async function awaitStory(page: Page, part: string, video: Staged): Promise<Going> {
  const { at } = page.progress.attempt(part);
  const isOld = at !== null && secondsBetween(at, page.call.now()) >= ACCEPTED_SECONDS;
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read" && !isOld) return notAsked(outcome);
  const state = outcome.kind === "read" ? outcome.state : null;
  if (state !== null && state.failure !== null) {
    await forgetFinished(page, { part }, finishedName(part));
    return { kind: "rejected", reason: state.failure };
  }
  const isDone = isOld || state?.isProcessed || state?.publishing === "published";
  const id = isDone ? (page.progress.videoPost(part) ?? (await idInList(page, part, video.id))) : null;
  return id === null ? pending("maybe", video, page) : storeStory(page, part, id);
}

async function idInList(page: Page, part: string, mediaId: string): Promise<string | null> {
  const list = await readStories(page, part);
  const story = list.kind === "whole" ? list.entries.find(({ media_id }) => media_id === mediaId) : undefined;
  return story === undefined ? null : `${STORY_ID}${story.post_id}`;
}

async function storeStory(page: Page, part: string, id: string): Promise<Made> {
  await page.progress.setMade(part, { id, url: null });
  const list = await readStories(page, part);
  const found = list.kind === "whole" ? list.entries.find(({ post_id }) => `${STORY_ID}${post_id}` === id) : undefined;
  const made = { id, url: addressOf(page, found?.url) };
  if (made.url !== null) await page.progress.setMade(part, made);
  return made;
}

const Story = z.object({
  post_id: z.string(),
  media_id: z.string().nullish(),
  creation_time: z.union([z.string(), z.number()]).nullish(),
  url: z.string().nullish(),
});

/** Without `since`: the list also has to show whether the Page keeps its stories at all. */
function readStories(page: Page, part: string) {
  return readSince(page, {
    path: `/${page.id}/stories`,
    fields: { status: "PUBLISHED", fields: "post_id,status,creation_time,media_type,media_id,url" },
    entry: Story,
    timeOf: ({ creation_time }) => saidAt(creation_time),
    // Any call since the upload of a video began may be the one that made the story: its id tells.
    since: page.progress.video(part)?.at ?? beganAt(page.progress.attempt(part)) ?? page.call.now(),
  });
}

/** Then a story goes from the list to the archive. */
const STORY_LIFE_SECONDS = 86_400;
const STORY_MARGIN_SECONDS = 3600;

/** Settles a story without an answer by the Page's list of stories. */
export async function findStory(page: Page, part: string, otherParts: readonly string[]): Promise<Made | NotFound> {
  const { progress, call } = page;
  const known = progress.made(part);
  if (known !== null) return known;
  const attempt = progress.attempt(part);
  const wanted = (progress.photo(part, 0) ?? progress.video(part))?.id;
  if (attempt.at === null || wanted === undefined) return { kind: "absent" };
  const list = await readStories(page, part);
  if (list.kind === "broken") return { kind: "undecided", reason: list.reason };
  const match = list.entries.find(({ media_id }) => media_id === wanted);
  if (match !== undefined) {
    const made = { id: `${STORY_ID}${match.post_id}`, url: addressOf(page, match.url) };
    await progress.setMade(part, made);
    return made;
  }
  const settled = progress.video(part) === null ? null : await whileProcessing(page, part, wanted);
  if (settled !== null) return settled;
  const own = new Set(otherParts.flatMap((other) => [progress.made(other)?.id, progress.videoPost(other)]));
  const unclaimed = list.entries.map(({ post_id }) => `${STORY_ID}${post_id}`).filter((id) => !own.has(id));
  const owned = await call.ownedByOthers(unclaimed);
  // That a story tells the id of its file is unverified, so any other new story may be this one.
  if (unclaimed.some((id) => !owned.has(id)))
    return { kind: "undecided", reason: "Facebook shows a story that may be this one: look at the Page." };
  if (list.isEmpty) {
    return { kind: "undecided", reason: "Facebook lists no stories: the Page's story archive may be off. Look at the Page." };
  }
  // The list has those of the last day alone: what is missing from it then may have been there.
  if (secondsBetween(attempt.at, call.now()) > STORY_LIFE_SECONDS - STORY_MARGIN_SECONDS) {
    return {
      kind: "undecidable",
      reason: "Facebook lists stories for a day, which has passed since the request: look at the Page's archive.",
    };
  }
  return notFound(page, part);
}

async function whileProcessing(page: Page, part: string, videoId: string): Promise<NotFound | null> {
  const outcome = await readVideo(page, videoId);
  if (outcome.kind !== "read") return { ...notAsked(outcome), kind: "undecided" };
  const { state } = outcome;
  if (state.failure !== null || state.isGone) {
    await page.progress.setAttempt(part, { ...NO_ATTEMPT, doubts: page.progress.attempt(part).doubts });
    return { kind: "absent" };
  }
  if (page.progress.count(finishedName(part)) > 0) return { kind: "undecided", reason: "Facebook is still processing the story." };
  return state.publishing === "not started" ? null : { kind: "undecided", reason: "Facebook is still processing the story." };
}
