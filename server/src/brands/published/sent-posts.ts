import type { Result } from "@rostrum/contract/private/published.ts";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { rememberedSince } from "../deletions/rules.ts";
import { thumbnails } from "../media/thumbnail.ts";
import { within } from "./days.ts";
import { presentResult } from "./present.ts";
import { zoneOf } from "./results.ts";
import { countOpenRounds, countRounds, listResultsOf, listRounds } from "./sent-posts-store.ts";

/** A row for each round of the brand's posts, with what became of it on every channel. */
export async function listSentPosts(app: App, input: PrivateInput<"listSentPosts">): Promise<PrivateOutput<"listSentPosts">> {
  const { brandId, perPage: limit } = input;
  const timezone = await zoneOf(app, brandId);
  const now = app.clock.now();
  const filter = within(input, timezone);
  const place = { brandId, since: rememberedSince(now), limit, offset: offsetOf(input) };
  const [rounds, total, open] = await Promise.all([
    listRounds(app.db, place, filter),
    countRounds(app.db, place, filter),
    countOpenRounds(app.db, place),
  ]);
  const rows = await listResultsOf(app.db, { brandId, roundIds: rounds.map(({ id }) => id), now });
  const byRound = Map.groupBy(rows, ({ roundId }) => roundId);
  const thumbnailOf = await thumbnails(app);
  const posts = rounds.map(({ picture, ...round }) => {
    const results = (byRound.get(round.id) ?? []).map((row) => presentResult(row, brandId, thumbnailOf));
    const thumbnailUrl = picture === null ? null : thumbnailOf({ brandId, ...picture });
    return { ...round, thumbnailUrl, results, counts: sumOf(results) };
  });
  return { timezone, total, ...open, posts };
}

/** Of all networks together; what readers did to comments below is not the post's. Null: nothing has been read yet. */
function sumOf(results: readonly Result[]): SentPost["counts"] {
  const read = results.filter(({ isComment }) => !isComment).flatMap(({ counts }) => (counts === null ? [] : counts));
  if (read.length === 0) return null;
  const sum = (name: "likes" | "comments" | "shares") => read.reduce((total, counts) => total + (counts[name] ?? 0), 0);
  return { likes: sum("likes"), comments: sum("comments"), shares: sum("shares") };
}
