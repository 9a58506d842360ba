import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { fieldsIn, itemsIn, openStage, photo, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const list = async (query = "", collection = "localPosts") => stage.ask("GET", `/v4/${stage.location}/${collection}${query}`);
const names = async (query = "") => itemsIn(await list(query), "localPosts").map(({ name }) => name);

async function posts(count: number): Promise<string[]> {
  const made: string[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await stage.post({ summary: `Rye ${number}` }));
  return made.reverse();
}

test("posts are listed newest first, in pages of 20", async () => {
  const made = await posts(21);
  const first = fieldsIn(await list());
  assert.ok(Array.isArray(first.localPosts));
  assert.deepEqual(
    first.localPosts.map(({ name }) => name),
    made.slice(0, 20),
  );
  const token = String(first.nextPageToken);
  await stage.world.objects.delete("local_post", made[19]?.split("/").at(-1) ?? "");
  assert.deepEqual(await names(`?pageToken=${token}`), made.slice(20), "although the last one of the page is gone");
  assert.equal((await names("?pageSize=100")).length, 20);
  assert.deepEqual(await names("?pageSize=1"), made.slice(0, 1));
  assert.deepEqual(refusalIn(await list("?pageToken=x")), [400, "INVALID_ARGUMENT"]);
  const foreign = Buffer.from("after nothing").toString("base64url");
  assert.equal((await list(`?pageToken=${foreign}`)).status, 200);
  assert.deepEqual(refusalIn(await list("?pageSize=-1")), [400, "INVALID_ARGUMENT"]);
});

test("set so, posts come in no order, and every one of them comes once", async () => {
  const made = await posts(9);
  await stage.set({ list_order: "shuffled" });
  const pages: unknown[] = [];
  let token = "";
  do {
    const { localPosts, nextPageToken = "" } = fieldsIn(await list(`?pageSize=4${token === "" ? "" : `&pageToken=${token}`}`));
    assert.ok(Array.isArray(localPosts));
    pages.push(...localPosts.map(({ name }) => name));
    token = String(nextPageToken);
  } while (token !== "");
  assert.notDeepEqual(pages, made);
  assert.deepEqual(pages.toSorted(), made.toSorted());
});

test("a list tells the states that posts are in, and fetches their pictures as showing one does", async () => {
  await stage.post(photo(stage.link("a.jpg")));
  stage.pass(2);
  const [post] = itemsIn(await list(), "localPosts");
  assert.equal(post?.state, "LIVE");
  assert.equal(typeof post?.searchUrl, "string");
});

test("set so, posts are listed once they are some time old, or once they are processed", async () => {
  const [name = ""] = await posts(1);
  await stage.set({ listed_after_seconds: 300, review_seconds: 600 });
  assert.deepEqual(await names(), []);
  assert.equal((await stage.show(name)).name, name);
  stage.pass(300);
  assert.deepEqual(await names(), [name]);
  await stage.set({ lists_processing: false, review_seconds: 600 });
  const [later = ""] = await posts(1);
  assert.deepEqual(await names(), [name]);
  stage.pass(600);
  assert.deepEqual(await names(), [later, name]);
});

test("with the fault late-lists new posts and photos are listed late", async () => {
  await stage.fault("late-lists", { seconds: 60 });
  const [name] = await posts(1);
  fieldsIn(await stage.add("a.jpg"));
  const photos = async () => itemsIn(await list("", "media"), "mediaItems").length;
  assert.deepEqual([await names(), await photos()], [[], 0]);
  stage.pass(60);
  assert.deepEqual([await names(), await photos()], [[name], 1]);
});

test("with the fault lists-refused posts cannot be read, and are there", async () => {
  const [name] = await posts(1);
  await stage.fault("lists-refused", { count: 2 });
  assert.deepEqual(refusalIn(await list()), [403, "PERMISSION_DENIED"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/v4/${name}`)), [403, "PERMISSION_DENIED"]);
  await clearFaults(stage.world, "lists-refused");
  assert.deepEqual(await names(), [name]);
});
