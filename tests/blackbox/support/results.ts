import { eventually } from "../../../server/src/testing/eventually.ts";
import { pageOf, type Query } from "./api.ts";
import * as resources from "./resources.ts";
import { aPost, readPost, type Workspace } from "./stage.ts";

const STATUSES = ["PUBLISHED", "FAILED", "RETRYING", "SKIPPED", "SENT"] as const;

export async function entriesOf(of: Workspace, query: Query = {}): Promise<readonly resources.PublishedEntry[]> {
  return pageOf(await of.api.get(`${of.brand}/published-posts`, { per_page: 100, ...query }), resources.publishedEntry).data;
}

/** Entries of one post in every status, oldest first: one request per status. */
export async function allEntriesOf(of: Workspace, postId: number): Promise<resources.PublishedEntry[]> {
  const all = [];
  for (const status of STATUSES) all.push(...(await entriesOf(of, { status, post_id: postId })));
  return all.sort((one, other) => one.id - other.id);
}

/** Waits until a post has this many entries and is PUBLISHED. */
export async function published(of: Workspace, postId: number, entries = 1): Promise<resources.PublishedEntry[]> {
  return await eventually(`${entries} entries of post ${postId}`, async () => {
    const read = await allEntriesOf(of, postId);
    return read.length >= entries && (await readPost(of, postId)).status === "PUBLISHED" ? read : null;
  });
}

/** Publishes now and waits for the one entry. */
export async function publishNow(
  of: Workspace,
  collectionId: number,
  body: Readonly<Record<string, unknown>>,
): Promise<resources.PublishedEntry> {
  const postId = await aPost(of, collectionId, { publishMode: "IMMEDIATE", ...body });
  const [entry] = await published(of, postId);
  if (entry === undefined) throw new Error("no entry");
  return entry;
}
