import type { Ground } from "./ground.ts";

interface SeenRecord {
  readonly uri: string;
  readonly cid: string;
  readonly value: Record<string, unknown>;
}

/** Posts of the channel's account as the network has them, by ascending key. */
export async function postsOf({ baseUrl, account }: Ground): Promise<SeenRecord[]> {
  const query = new URLSearchParams({ repo: account.remoteId, collection: "app.bsky.feed.post", limit: "100" });
  const reply = await fetch(`${baseUrl}/xrpc/com.atproto.repo.listRecords?${query}`);
  const body: { records: SeenRecord[] } = JSON.parse(await reply.text());
  return body.records.reverse();
}
