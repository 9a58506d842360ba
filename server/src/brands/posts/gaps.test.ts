import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

test("three line breaks in any form split a caption into a thread", async () => {
  for (const ends of ["\n\n\n", "\r\n\r\n\r\n", "\n\r\n\n", "\r\n\n\r\n\r\n"]) {
    const id = await aPost(place, { publishMode: "DRAFT", autoThreadText: true, caption: `One${ends}Two` });
    assert.equal((await readPost(place, id)).postType, "THREAD", JSON.stringify(ends));
  }
  for (const ends of ["\n\n", "\r\n\r\n", "\r\r\r"]) {
    const id = await aPost(place, { publishMode: "DRAFT", autoThreadText: true, caption: `One${ends}Two` });
    assert.equal((await readPost(place, id)).postType, "TEXT", JSON.stringify(ends));
  }
});

test("a location needs only its id", async () => {
  const platforms = { instagram: { location: { id: "7" } }, facebook: { location: { id: "8", name: null } } };
  await aPost(place, { publishMode: "DRAFT", platforms });
  const { rows } = await stage.app.db.query("select platforms from posts order by id desc limit 1");
  assert.deepEqual(rows[0].platforms, { instagram: { location: { id: "7" } }, facebook: { location: { id: "8" } } });
});

test("filtering published posts by an unknown type finds nothing, by a known one its entries", async () => {
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const totalOf = async (type: string) => (await place.api("GET", `/published-posts?post_type=${type}`)).body.pagination.total;
  assert.deepEqual([await totalOf("TEXT"), await totalOf("SONG"), await totalOf("x".repeat(255))], [1, 0, 0]);
});

test("sorting by title ignores case, breaks ties by id in the same direction, and puts posts without a title last", async () => {
  const own = await aPlace(stage);
  const ids: number[] = [];
  for (const title of ["banana", "Apple", "apple", "Cherry", undefined, "Banana"])
    ids.push(await aPost(own, { publishMode: "DRAFT", title }));
  const order = async (direction: string) => {
    const { body } = await own.api("GET", `/posts?sort_by=title&sort_order=${direction}`);
    return body.data.map((post: { id: number }) => ids.indexOf(post.id));
  };
  assert.deepEqual(await order("asc"), [1, 2, 0, 5, 3, 4]);
  assert.deepEqual(await order("desc"), [3, 5, 0, 2, 1, 4]);
});
