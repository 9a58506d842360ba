import type { Call, Counts, CountsOutcome } from "../../connectors/connector.ts";
import { appViewOf } from "./addresses.ts";
import { troubleBeside } from "./errors.ts";
import { countAt, listAt, textAt } from "./json.ts";
import { query } from "./xrpc.ts";

/** Public counts of up to 25 posts. They lag by seconds, deleted posts are absent, and views are not available. */
export async function counts(remoteIds: readonly string[], call: Call): Promise<CountsOutcome> {
  const parameters = remoteIds.map((uri) => ["uris", uri] as const);
  const reply = await query(call, { base: appViewOf(call), name: "app.bsky.feed.getPosts", parameters });
  if (reply.kind !== "ok") {
    const trouble = troubleBeside(reply, call);
    if (trouble.kind === "busy") return trouble;
    return { kind: "unavailable", reason: trouble.reason };
  }
  const found: Record<string, Counts> = {};
  for (const post of listAt(reply.body, "posts")) {
    const uri = textAt(post, "uri");
    if (uri !== null) found[uri] = countsOf(post);
  }
  return { kind: "counted", counts: found };
}

function countsOf(post: unknown): Counts {
  return {
    likes: countAt(post, "likeCount"),
    comments: countAt(post, "replyCount"),
    shares: countAt(post, "repostCount") + countAt(post, "quoteCount"),
  };
}
