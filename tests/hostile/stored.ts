import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../server/src/testing/eventually.ts";
import { filesReceived } from "../../server/src/testing/received.ts";
import type { Place } from "./ground.ts";
import type { Sent } from "./run.ts";

/** What exists but was never reported to a client, and what was reported but is missing. Polls until there is none. */
export async function leftovers(place: Place, sent: readonly Sent[]): Promise<string[]> {
  let found: string[] = [];
  await eventually("nothing is left", async () => {
    found = [...(await ofFiles(place)), ...(await ofRows(place, sent))];
    return found.length === 0;
  }).catch(() => {});
  return found;
}

async function ofFiles({ service, query }: Place): Promise<string[]> {
  const folder = join(service.dataDirectory, "media");
  const names = await readdir(folder, { recursive: true });
  const stored = "select storage_key as key from media union all select storage_key from brand_archives where storage_key is not null";
  const known = new Set((await query(stored, [])).map(({ key }) => String(key)));
  const kept = names.flatMap((name) => /^[^/]{2}\/(.+)$/.exec(name)?.[1] ?? []);
  const received = await filesReceived(folder);
  // A derived file's key is the medium's key plus a suffix.
  const strays = kept.filter((name) => !known.has(name.split(".")[0] ?? ""));
  const lost = [...known].filter((key) => !kept.includes(key));
  return [
    ...received.map((name) => `received: ${name}`),
    ...strays.map((name) => `no medium: ${name}`),
    ...lost.map((key) => `no file: ${key}`),
  ];
}

async function ofRows({ query, grounds: { counted } }: Place, sent: readonly Sent[]): Promise<string[]> {
  const ids = async (sql: string) => (await query(sql, [counted.ids.brand_id?.[0]])).map(({ id }) => String(id));
  const told = (name: string, status: number) =>
    sent.flatMap(({ attack, outcome }) =>
      attack.name.startsWith(name) && outcome.statuses[0] === status ? (/"data":\{"id":"?([\w-]+)/.exec(outcome.body)?.[1] ?? []) : [],
    );
  const unanswered = sent.filter(({ attack, outcome }) => outcome.statuses.length === 0 && /^(\/v1|upload|form)/.test(attack.name)).length;
  const [collections, automations, posts, media, shown] = [
    await ids("select id from collections where brand_id = $1"),
    await ids("select id from automations where brand_id = $1"),
    await ids("select id from posts where brand_id = $1"),
    await ids("select id from media where brand_id = $1"),
    new Set(await ids("select unnest(media_ids) id from posts where brand_id = $1")),
  ];
  const uploads = [...counted.mediaIds, ...told("upload", 201), ...told("form", 201)];
  const moreThan = (name: string, there: readonly string[], known: readonly string[]) => {
    const unknown = there.filter((id) => !known.includes(id));
    // A client that disconnected before the response may have been served all the same.
    return unknown.length > unanswered ? unknown.map((id) => `nobody was told of ${name} ${id}`) : [];
  };
  const missing = (name: string, there: readonly string[], known: readonly string[]) =>
    known.filter((id) => !there.includes(id)).map((id) => `${name} ${id} is gone`);
  const madeCollections = [...(counted.ids.collection_id ?? []), ...told("/v1 createCollection", 201)];
  const madeAutomations = told("/v1 createAutomation", 201);
  const deleted = told("/v1 deletePost", 200);
  const madePosts = [...(counted.ids.post_id ?? []), ...told("/v1 createPost", 201)].filter((id) => !deleted.includes(id));
  return [
    ...moreThan("collection", collections, madeCollections),
    ...moreThan("automation", automations, madeAutomations),
    ...moreThan(
      "medium",
      media.filter((id) => !shown.has(id)),
      uploads,
    ),
    // Automations create posts too, which are not reported to any client.
    ...(automations.length === 0 ? moreThan("post", posts, madePosts) : []),
    ...missing("collection", collections, madeCollections),
    ...missing("automation", automations, madeAutomations),
    ...missing("medium", media, uploads),
    ...missing("post", posts, madePosts),
  ];
}
