import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { apiOf, dataOf, pageOf } from "./support/api.ts";
import { assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { NO_IDS } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aCollection, aMember, aPost, aWorkspace, join, readPost, updateAccount, type Workspace } from "./support/stage.ts";
import { localIn, slotInDays, slotMoments } from "./support/time.ts";

describe("DELETE /brands/{brand_id}/posts/{post_id}", () => {
  let of: Workspace;
  let collectionId: number;
  before(async () => {
    of = await aWorkspace();
    await updateAccount(of, { sensitiveActions: true });
    collectionId = (await aCollection(of)).id;
  });
  const remove = (postId: number | string, workspace = of) => workspace.api.delete(`${workspace.brand}/posts/${postId}`);
  const ids = async () => pageOf(await of.api.get(`${of.brand}/posts`, { per_page: 100 }), resources.post).data.map((post) => post.id);

  const modes: readonly Readonly<Record<string, unknown>>[] = [
    { publishMode: "DRAFT" },
    { publishMode: "QUEUE" },
    { publishMode: "SCHEDULE", scheduledAt: localIn(60, "UTC") },
  ];
  for (const body of modes) {
    test(`a post in the mode ${body.publishMode} is removed permanently: 200 with id and message`, async () => {
      const post = await aPost(of, collectionId, body);
      assert.equal(dataOf(await remove(post), resources.acknowledged).id, post);
      assert.ok(!(await ids()).includes(post));
      assertRefused(await remove(post), 404, "post_id");
      assertRefused(await of.api.patch(`${of.brand}/posts/${post}`, { publishMode: "QUEUE" }), 404, "post_id");
    });
  }

  test("the posts behind a deleted one move one slot forward", async () => {
    const slots = [slotInDays(2, "10:00", "UTC"), slotInDays(5, "10:00", "UTC")];
    const queue = await aCollection(of, { queues: slots });
    const posts = [];
    for (let made = 0; made < 3; made += 1) posts.push(await aPost(of, queue.id, { publishMode: "QUEUE" }));
    const [first, second, third] = posts;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assertStatus(await remove(first), 200);
    assert.deepEqual([(await readPost(of, second)).postDate, (await readPost(of, third)).postDate], slotMoments(slots, "UTC", 2));
  });

  test("a published post is removed too, and its published entries stay with a null postId", async () => {
    const post = await aPost(of, collectionId, { publishMode: "IMMEDIATE", caption: "gone soon" });
    const entries = async (query = {}) =>
      pageOf(await of.api.get(`${of.brand}/published-posts`, { status: "SKIPPED", ...query }), resources.publishedEntry).data;
    const [entry] = await eventually("the skipped entry", async () => {
      const found = await entries({ post_id: post });
      return found.length > 0 ? found : null;
    });
    assert.ok(entry !== undefined);
    assertStatus(await remove(post), 200);
    assert.deepEqual(await entries({ post_id: post }), []);
    const kept = (await entries()).find((one) => one.id === entry.id);
    assert.deepEqual(kept, { ...entry, postId: null });
  });

  test("unless the account's owner has enabled sensitive actions, a post is refused with 403 and errors.permissions, and stays", async () => {
    const workspace = await aWorkspace();
    const post = await aPost(workspace, (await aCollection(workspace)).id);
    assertRefused(await remove(post, workspace), 403, "permissions");
    await updateAccount(workspace, { sensitiveActions: true });
    await updateAccount(workspace, { sensitiveActions: false });
    assertRefused(await remove(post, workspace), 403, "permissions");
    await readPost(workspace, post);
  });

  test("the setting is the brand owner's, not the member's", async () => {
    const closed = await aWorkspace();
    const member = await aMember(closed, "admin");
    await updateAccount(member, { sensitiveActions: true });
    const post = await aPost(closed, (await aCollection(closed)).id);
    assertRefused(await remove(post, member), 403, "permissions");
    const editor = await join(of, member, "editor");
    assertStatus(await remove(await aPost(of, collectionId), editor), 200);
  });

  test("a viewer's DELETE answers 403 with errors.role", async () => {
    const post = await aPost(of, collectionId);
    assertRefused(await remove(post, await aMember(of, "viewer")), 403, "role");
    assert.ok((await ids()).includes(post));
  });

  test("a post that does not exist or belongs to another brand answers 404 with errors.post_id", async () => {
    const other = await aWorkspace();
    const foreign = await aPost(other, (await aCollection(other)).id);
    for (const missing of [foreign, 9007199254740991]) assertRefused(await remove(missing), 404, "post_id");
    await readPost(other, foreign);
  });

  test("a foreign brand answers 404", async () => {
    const other = await aWorkspace();
    const foreign = await aPost(other, (await aCollection(other)).id);
    assertNoBrand(await of.api.delete(`${other.brand}/posts/${foreign}`));
  });

  for (const id of NO_IDS) {
    test(`DELETE of post "${id}" answers 404`, async () => {
      assertStatus(await remove(id), 404);
    });
  }

  test("a DELETE with a content type and no body is answered as one without", async () => {
    const post = await aPost(of, collectionId);
    assertStatus(await of.api.send("DELETE", `${of.brand}/posts/${post}`, { headers: { "Content-Type": "application/json" } }), 200);
  });

  test("DELETE without a key answers 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).delete(`${of.brand}/posts/1`), 401, "authorization");
  });
});
