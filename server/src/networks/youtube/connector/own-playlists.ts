import { z } from "zod";
import type { Account, Call, PlaylistsOutcome } from "../../connectors/connector.ts";
import { reasonOf, spendAndAsk } from "./api.ts";
import { READ } from "./quota.ts";
import { workOf } from "./work.ts";

const PAGE = 50;
/** More are hard to choose from, and each page is paid for. */
const PAGES_MAX = 4;

const Answer = z.object({
  nextPageToken: z.string().min(1).optional(),
  items: z.array(z.object({ id: z.string().min(1), snippet: z.object({ title: z.string() }) })).default([]),
});

/** The channel's own: https://developers.google.com/youtube/v3/docs/playlists/list (2026-11). */
export async function playlists(account: Account, call: Call): Promise<PlaylistsOutcome> {
  const work = workOf(account, call);
  const found: { id: string; title: string }[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { part: "id,snippet", mine: "true", maxResults: String(PAGE), pageToken };
    const answer = await spendAndAsk(work, { price: READ, method: "GET", path: "/playlists", query });
    if (answer.kind !== "ok") return { kind: "failed", reason: `${reasonOf(answer)}.` };
    const read = Answer.safeParse(answer.body);
    if (!read.success) return { kind: "failed", reason: "YouTube: the playlists cannot be read." };
    for (const { id, snippet } of read.data.items) found.push({ id, title: snippet.title || id });
    pageToken = read.data.nextPageToken;
    if (pageToken === undefined) return { kind: "listed", playlists: found, isWhole: true };
  }
  return { kind: "listed", playlists: found, isWhole: false };
}
