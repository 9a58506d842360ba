import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { reasonOf, spendAndAsk } from "./api.ts";
import { hasReason, signOf } from "./errors.ts";
import type { Entry, Video } from "./progress.ts";
import { READ, WRITE } from "./quota.ts";
import { lacksManaging } from "./scopes.ts";
import { PLAYLIST_LOOKS_SECONDS, PLAYLIST_RETRIES_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

const AGAIN_SECONDS = 60;
/** An insert without an answer is repeated once, after it could not be found. */
const LOST_MAX = 1;

const Items = z.object({ items: z.array(z.unknown()).default([]) });

/**
 * Puts the video into playlists, which take it twice if they are asked twice. Nothing here keeps it from being published; returns in
 * how many seconds there is something left to do, or null.
 */
export async function fillPlaylists(work: Work, video: Video, playlists: readonly string[]): Promise<number | null> {
  let next: number | null = null;
  for (const playlist of playlists) {
    const due = await place(work, video, playlist);
    if (due !== null) next = Math.min(due, next ?? due);
  }
  return next;
}

/** What is to be said about the playlists, once there is no more time for them. */
export function playlistNotes({ progress }: Work, playlists: readonly string[]): string[] {
  return playlists.flatMap((playlist) => {
    const entry = progress.entry(playlist);
    if (entry?.state === "done") return [];
    const why = entry?.state === "failed" ? (entry.reason ?? "") : "YouTube did not say whether it took it";
    return [`The video may not be in the playlist ${playlist}: ${why}.`];
  });
}

async function place(work: Work, video: Video, playlist: string): Promise<number | null> {
  const now = work.call.now();
  const entry = work.progress.entry(playlist) ?? fresh(now);
  switch (entry.state) {
    case "done":
    case "failed":
      return null;
    case "todo": {
      const early = entry.refusals === 0 ? 0 : (PLAYLIST_RETRIES_SECONDS[entry.refusals - 1] ?? 0) - secondsBetween(entry.firstAt, now);
      return early > 0 ? early : insert(work, { video, playlist, entry });
    }
    case "open": {
      const early = (PLAYLIST_LOOKS_SECONDS[entry.looks] ?? 0) - secondsBetween(entry.lastAt, now);
      return early > 0 ? early : look(work, { video, playlist, entry });
    }
  }
}

function fresh(now: Entry["firstAt"]): Entry {
  return { state: "todo", firstAt: now, lastAt: now, refusals: 0, lost: 0, looks: 0, reason: null };
}

interface Placing {
  readonly video: Video;
  readonly playlist: string;
  readonly entry: Entry;
}

/** https://developers.google.com/youtube/v3/docs/playlistItems/insert (2026-11). */
async function insert(work: Work, { video, playlist, entry }: Placing): Promise<number | null> {
  const { progress, call, account } = work;
  const settle = async (state: Entry["state"], reason: string | null = null): Promise<null> => {
    await progress.setEntry(playlist, { ...begun, state, reason });
    return null;
  };
  const begun: Entry = { ...entry, state: "open", lastAt: call.now(), looks: 0 };
  if (lacksManaging(account.grant)) return settle("failed", "the permission for playlists was not given at the log-in");
  await progress.setEntry(playlist, begun);
  const answer = await spendAndAsk(work, {
    price: WRITE,
    method: "POST",
    path: "/playlistItems",
    query: { part: "snippet" },
    body: { snippet: { playlistId: playlist, resourceId: { kind: "youtube#video", videoId: video.id } } },
  });
  if (answer.kind === "ok" || hasReason(answer, ["videoAlreadyInPlaylist"])) return settle("done");
  if (answer.kind === "held") return settle("failed", reasonOf(answer));
  if (answer.kind === "unreached") {
    await progress.setEntry(playlist, { ...entry, lastAt: begun.lastAt });
    return AGAIN_SECONDS;
  }
  const sign = signOf(answer);
  if (sign === "outage") return PLAYLIST_LOOKS_SECONDS[0];
  // So new videos are answered.
  const isPassing = sign === "throttled" || hasReason(answer, ["failedPrecondition", "videoNotFound"]);
  const seconds = PLAYLIST_RETRIES_SECONDS[entry.refusals];
  if (!isPassing || seconds === undefined) return settle("failed", reasonOf(answer));
  await progress.setEntry(playlist, { ...begun, state: "todo", refusals: entry.refusals + 1 });
  return seconds;
}

async function look(work: Work, { video, playlist, entry }: Placing): Promise<number | null> {
  const { progress, call } = work;
  const answer = await spendAndAsk(work, {
    price: READ,
    method: "GET",
    path: "/playlistItems",
    query: { part: "id", playlistId: playlist, videoId: video.id },
  });
  const items = answer.kind === "ok" ? Items.safeParse(answer.body).data?.items : undefined;
  if (items === undefined) return AGAIN_SECONDS;
  if (items.length > 0) {
    await progress.setEntry(playlist, { ...entry, state: "done" });
    return null;
  }
  const looks = entry.looks + 1;
  const next = PLAYLIST_LOOKS_SECONDS[looks];
  if (next !== undefined) {
    await progress.setEntry(playlist, { ...entry, looks });
    return Math.max(1, next - secondsBetween(entry.lastAt, call.now()));
  }
  if (entry.lost >= LOST_MAX) {
    await progress.setEntry(playlist, { ...entry, state: "failed", reason: "YouTube gave no answer, twice, and does not list it" });
    return null;
  }
  const repeated: Entry = { ...entry, state: "todo", refusals: 0, looks: 0, lost: entry.lost + 1 };
  await progress.setEntry(playlist, repeated);
  return insert(work, { video, playlist, entry: repeated });
}
