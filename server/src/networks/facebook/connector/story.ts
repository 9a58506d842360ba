import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Calls, Made } from "../../connectors/once/calls.ts";
import type { Halt, Looked, Looking, Send, Verdict } from "../../connectors/once/visible.ts";
import { saidAt, windowFrom } from "../../connectors/their-clock.ts";
import { refusalOf } from "./errors.ts";
import { readSince } from "./list.ts";
import { addressOf, ask, type Page, type PageRequest } from "./page.ts";
import { stagePhotos } from "./photos.ts";
import type { Shown, Staged } from "./progress.ts";
import { bringVideo, endUpload, forgetFinished, type VideoOrder } from "./upload.ts";
import { awaitUploaded, failureOf, notAsked, untilAsked } from "./video.ts";
import { readVideo } from "./video-state.ts";

/** Begins the ids of stories, which take neither comments nor counts: the network's own ids do not tell them from videos. */
export const STORY_ID = "story:";

export function storyPart(index: number): string {
  return `story ${index}`;
}

/** A photo or a video that becomes a story, and the parts of the other stories of the post. */
export interface Story {
  readonly medium: OutgoingMedia;
  readonly part: string;
  readonly others: readonly string[];
}

export function isVideoStory({ medium }: Pick<Story, "medium">): boolean {
  return medium.mime.startsWith("video/");
}

/**
 * One photo or video: https://developers.facebook.com/docs/page-stories-api (2026-10). It is always uploaded for this story, since a file
 * that another post has is refused; its id then tells our story in the list.
 */
export async function readyStory(page: Page, { medium, part }: Story, earlier: Calls | null): Promise<Send | Halt> {
  if (!isVideoStory({ medium })) {
    // Stories have no alternative text.
    const photos = await stagePhotos(page, { part, media: [{ ...medium, alt: null }] });
    return "kind" in photos ? photos : ({ lastAt }) => sendPhoto(page, { photoId: photos[0], at: lastAt });
  }
  const order: VideoOrder = { part, edge: "video_stories", video: medium };
  const video = await bringVideo(page, order);
  if ("kind" in video) return video;
  const halt = await awaitUploaded(page, order, video);
  if (halt !== null) return halt;
  const request: PageRequest = {
    method: "POST",
    path: `/${page.id}/video_stories`,
    fields: { upload_phase: "finish", video_id: video.id },
  };
  const idIn = async (body: unknown) => {
    const id = storyIdIn(body);
    if (id !== null) await page.progress.setVideoPost(part, id);
    return id;
  };
  return endUpload(page, { order, video, request, earlier, idIn });
}

async function sendPhoto(page: Page, { photoId, at }: { readonly photoId: string | undefined; readonly at: Instant }): Promise<Verdict> {
  const reply = await ask(page, { method: "POST", path: `/${page.id}/photo_stories`, fields: { photo_id: photoId } });
  if (reply.kind !== "ok") return refusalOf(page, reply);
  const id = storyIdIn(reply.body);
  return id === null ? NO_ID : { kind: "made", made: { id, url: null, at } };
}

const NO_ID = { kind: "doubtful", reason: "Facebook: the response to the story has no id." } as const;
const Created = z.object({ post_id: z.string().min(1) });

function storyIdIn(body: unknown): string | null {
  const created = Created.safeParse(body);
  return created.success ? `${STORY_ID}${created.data.post_id}` : null;
}

/** Unverified: that what is told of a story's video moves after it was accepted. So it is believed after this. */
const ACCEPTED_SECONDS = 600;

/** What readers see of a story, once the network is done with it: it accepts a video before it is processed, which can still fail. */
export async function shownStory(page: Page, story: Story, { id, at }: Pick<Made, "id" | "at">): Promise<Shown | Halt> {
  const known = page.progress.made(story.part);
  const since = at ?? page.call.now();
  if (!isVideoStory(story)) return known?.url ? known : storeStory(page, story.part, { id, since });
  return known ?? awaitStory(page, story.part, { id, since });
}

interface Accepted {
  readonly id: string;
  readonly since: Instant;
}

async function awaitStory(page: Page, part: string, accepted: Accepted): Promise<Shown | Halt> {
  const video = page.progress.video(part);
  if (video === null) return storeStory(page, part, accepted);
  const isOld = secondsBetween(accepted.since, page.call.now()) >= ACCEPTED_SECONDS;
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read" && !isOld) return notAsked(outcome);
  const state = outcome.kind === "read" ? outcome.state : null;
  if (state !== null && state.failure !== null) {
    await forgetFinished(page, { part });
    return { kind: "rejected", reason: state.failure };
  }
  const isDone = isOld || state?.isProcessed || state?.publishing === "published";
  const id = isDone ? (page.progress.videoPost(part) ?? (await idInList(page, video))) : null;
  return id === null ? untilAsked(page, video) : storeStory(page, part, { id, since: video.at });
}

async function idInList(page: Page, video: Staged): Promise<string | null> {
  const list = await readStories(page, windowOf(page, video.at));
  const story = list.kind === "whole" ? list.entries.find(({ media_id }) => media_id === video.id) : undefined;
  return story === undefined ? null : `${STORY_ID}${story.post_id}`;
}

async function storeStory(page: Page, part: string, { id, since }: Accepted): Promise<Shown> {
  await page.progress.setMade(part, { id, url: null });
  const list = await readStories(page, windowOf(page, since));
  const found = list.kind === "whole" ? list.entries.find(({ post_id }) => `${STORY_ID}${post_id}` === id) : undefined;
  const shown = { id, url: addressOf(page, found?.url) };
  if (shown.url !== null) await page.progress.setMade(part, shown);
  return shown;
}

const Entry = z.object({
  post_id: z.string(),
  media_id: z.string().nullish(),
  creation_time: z.union([z.string(), z.number()]).nullish(),
  url: z.string().nullish(),
});

/** The list also has to show whether the Page keeps its stories at all. */
function readStories(page: Page, since: Looking["since"]) {
  return readSince(page, {
    path: `/${page.id}/stories`,
    fields: { status: "PUBLISHED", fields: "post_id,status,creation_time,media_type,media_id,url" },
    entry: Entry,
    timeOf: ({ creation_time }) => saidAt(creation_time),
    since,
  });
}

function windowOf({ call }: Page, at: Instant): Looking["since"] {
  return (headers) => windowFrom(at, { headers, now: call.now() });
}

/** Then a story goes from the list to the archive. */
const STORY_LIFE_SECONDS = 86_400;
const STORY_MARGIN_SECONDS = 3600;

/** Looks a story up in the Page's list of stories. */
export async function lookUpStory(page: Page, { medium, part, others }: Story, looking: Looking): Promise<Looked> {
  const { progress, call } = page;
  const video = progress.video(part);
  const wanted = (progress.photo(part, 0) ?? video)?.id;
  if (wanted === undefined) return { kind: "never" };
  if (isVideoStory({ medium }) && (progress.made(part) !== null || progress.wasFinished(part)))
    return { kind: "read", alike: [{ id: progress.videoPost(part) ?? wanted, at: null }] };
  // Any call since the upload of a video began may be the one that made the story: its id tells.
  const list = await readStories(page, video === null ? looking.since : windowOf(page, video.at));
  if (list.kind === "unread") return list;
  const stories = list.entries.map(({ post_id, media_id, url }) => ({
    id: `${STORY_ID}${post_id}`,
    url: addressOf(page, url),
    media_id,
    at: null,
  }));
  const match = stories.find(({ media_id }) => media_id === wanted);
  if (match !== undefined) {
    if (video !== null) await progress.setVideoPost(part, match.id);
    return { kind: "read", alike: [match] };
  }
  const going = video === null ? null : await whileProcessing(page, video);
  if (going !== null) return going;
  const own = new Set(others.flatMap((other) => [progress.made(other)?.id, progress.videoPost(other)]));
  const free = (await looking.unclaimed(stories)).filter(({ id }) => !own.has(id));
  // That a story tells the id of its file is unverified, so any other new story may be this one.
  if (free.length > 0) return { kind: "read", alike: [], unless: "Facebook shows a story that may be this one: look at the Page." };
  if (list.isEmpty) return { kind: "read", alike: [], unless: NO_STORIES };
  // The list has those of the last day alone: what is missing from it then may have been there.
  const isOver = secondsBetween(looking.calls.lastAt, call.now()) > STORY_LIFE_SECONDS - STORY_MARGIN_SECONDS;
  return isOver ? STORY_GONE : { kind: "read", alike: [] };
}

const NO_STORIES = "Facebook lists no stories: the Page's story archive may be off. Look at the Page.";
const STORY_GONE: Looked = {
  kind: "gone",
  reason: "Facebook lists stories for a day, which has passed since the request: look at the Page's archive.",
};

async function whileProcessing(page: Page, video: Staged): Promise<Looked | null> {
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read") return { ...notAsked(outcome), kind: "unread" };
  if (failureOf(outcome.state) !== null) return { kind: "never" };
  return outcome.state.publishing === "not started" ? null : { kind: "underway", reason: "Facebook is still processing the story." };
}
