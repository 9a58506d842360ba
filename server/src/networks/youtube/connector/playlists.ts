import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { alongside } from "../../connectors/once/alongside.ts";
import type { Halt, Looked, OnceFacts, Part, Send, Verdict } from "../../connectors/once/visible.ts";
import { wait } from "../../connectors/wait.ts";
import { ask, reasonOf, spendAndAsk } from "./api.ts";
import { hasReason, signOf } from "./errors.ts";
import { unread } from "./list.ts";
import { namesOfPlaylist, type Video } from "./progress.ts";
import { READ, WRITE } from "./quota.ts";
import { lacksManaging } from "./scopes.ts";
import { PLAYLIST_LOOKS_SECONDS, PLAYLIST_RETRIES_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

const AGAIN_SECONDS = 60;
const FACTS: OnceFacts = { network: "YouTube", looksSeconds: () => PLAYLIST_LOOKS_SECONDS };

const Items = z.object({ items: z.array(z.unknown()).default([]) });

/**
 * Puts the video into playlists, which take it twice if they are asked twice. Nothing here keeps it from being published; returns in
 * how many seconds there is something left to do, or null.
 */
export async function fillPlaylists(work: Work, video: Video, playlists: readonly string[]): Promise<number | null> {
  const { progress, call } = work;
  let next: number | null = null;
  for (const playlist of playlists) {
    if (progress.placeEnd(playlist) !== null) continue;
    const part: Part = {
      names: namesOfPlaylist(playlist),
      facts: FACTS,
      ready: () => ready(work, { video, playlist }),
      look: () => look(work, { video, playlist }),
    };
    const placed = await alongside(part, { call, others: [] });
    if (!("kind" in placed)) continue;
    if (placed.kind === "wait") next = Math.min(placed.seconds, next ?? placed.seconds);
    else await progress.leaveOut(playlist, { reason: placed.reason ?? UNTOLD, at: call.now() });
  }
  return next;
}

const UNTOLD = "YouTube gave no answer, twice, and does not list it";

/** What is to be said about the playlists, once there is no more time for them. */
export function playlistNotes({ progress }: Work, playlists: readonly string[]): string[] {
  return playlists.flatMap((playlist) => {
    const end = progress.placeEnd(playlist);
    if (end?.state === "done") return [];
    return [`The video may not be in the playlist ${playlist}: ${end?.reason ?? "YouTube did not say whether it took it"}.`];
  });
}

interface Placing {
  readonly video: Video;
  readonly playlist: string;
}

async function ready(work: Work, placing: Placing): Promise<Send | Halt> {
  const { progress, call, account } = work;
  if (lacksManaging(account.grant)) return rejected("the permission for playlists was not given at the log-in");
  const refusals = progress.refusals(placing.playlist);
  const early = refusals === null ? 0 : (PLAYLIST_RETRIES_SECONDS[refusals.times - 1] ?? 0) - secondsBetween(refusals.at, call.now());
  if (early > 0) return wait(early);
  const hold = await call.spend(WRITE);
  return hold === null ? () => insert(work, placing) : rejected(reasonOf(hold));
}

function rejected(reason: string): Halt {
  return { kind: "rejected", reason };
}

/** https://developers.google.com/youtube/v3/docs/playlistItems/insert (2026-11). */
async function insert({ server, progress, call }: Work, { video, playlist }: Placing): Promise<Verdict> {
  const answer = await ask(server, {
    method: "POST",
    path: "/playlistItems",
    query: { part: "snippet" },
    body: { snippet: { playlistId: playlist, resourceId: { kind: "youtube#video", videoId: video.id } } },
  });
  if (answer.kind === "ok" || hasReason(answer, ["videoAlreadyInPlaylist"]))
    return { kind: "made", made: { id: video.id, url: null, at: call.now() } };
  if (answer.kind === "unreached") return { kind: "refused", halt: wait(AGAIN_SECONDS) };
  const sign = signOf(answer);
  if (sign === "outage") return { kind: "doubtful", reason: reasonOf(answer) };
  // So new videos are answered.
  const isPassing = sign === "throttled" || hasReason(answer, ["failedPrecondition", "videoNotFound"]);
  const { times, at } = progress.refusals(playlist) ?? { times: 0, at: call.now() };
  const seconds = PLAYLIST_RETRIES_SECONDS[times];
  if (!isPassing || seconds === undefined) return { kind: "refused", halt: rejected(reasonOf(answer)) };
  progress.noteRefusals(playlist, { times: times + 1, at });
  return { kind: "refused", halt: wait(seconds) };
}

async function look(work: Work, { video, playlist }: Placing): Promise<Looked> {
  const answer = await spendAndAsk(work, {
    price: READ,
    method: "GET",
    path: "/playlistItems",
    query: { part: "id", playlistId: playlist, videoId: video.id },
  });
  if (answer.kind !== "ok") return unread(answer);
  const items = Items.safeParse(answer.body).data?.items;
  if (items === undefined) return unread({ kind: "lost", reason: "the videos of the playlist cannot be read" });
  return { kind: "read", alike: items.length === 0 ? [] : [{ id: video.id, at: null }] };
}
