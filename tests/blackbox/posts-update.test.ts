import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { apiOf, dataOf, pageOf, type Reply } from "./support/api.ts";
import { assertInvalid, assertRefused, assertStatus } from "./support/expect.ts";
import { NO_IDS } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aCollection, aMember, aPost, aWorkspace, readPost, updateAccount, type Workspace } from "./support/stage.ts";
import { localIn, slotInDays, slotMoments, toUtc } from "./support/time.ts";

const ZONE = "America/New_York";
type Mode = "draft" | "queued" | "scheduled";
type Body = Readonly<Record<string, unknown>>;

describe("PATCH /brands/{brand_id}/posts/{post_id}", () => {
  let of: Workspace;
  let collectionId: number;
  before(async () => {
    of = await aWorkspace({ timezone: ZONE });
    collectionId = (await aCollection(of)).id;
  });
  const patch = (postId: number | string, body: unknown, workspace = of) => workspace.api.patch(`${workspace.brand}/posts/${postId}`, body);

  /** A collection with two slots a week and, in its queue, two posts around the one under test. */
  async function aScene(mode: Mode) {
    const slots = [slotInDays(2, "08:00", ZONE), slotInDays(3, "20:00", ZONE)];
    const { id } = await aCollection(of, { queues: slots });
    const first = await aPost(of, id, { publishMode: "QUEUE", caption: "first" });
    const post = await aPost(
      of,
      id,
      {
        draft: { publishMode: "DRAFT" },
        queued: { publishMode: "QUEUE" },
        scheduled: { publishMode: "SCHEDULE", scheduledAt: localIn(48 * 60, ZONE) },
      }[mode],
    );
    const last = await aPost(of, id, { publishMode: "QUEUE", caption: "last" });
    return { post, first, last, moments: slotMoments(slots, ZONE, 3), collectionId: id };
  }

  const dates = async (posts: readonly number[]) => {
    const read = [];
    for (const post of posts) read.push((await readPost(of, post)).postDate);
    return read;
  };

  for (const mode of ["draft", "queued", "scheduled"] as const) {
    test(`a ${mode} post becomes a draft by publishMode DRAFT: no postDate, out of the queue`, async () => {
      const { post, first, last, moments } = await aScene(mode);
      const read = dataOf(await patch(post, { publishMode: "DRAFT" }), resources.post);
      assert.deepEqual([read.status, read.postingType, read.postDate], ["DRAFT", "DRAFT", null]);
      assert.deepEqual(await readPost(of, post), read);
      assert.deepEqual(await dates([first, last]), moments.slice(0, 2));
    });

    test(`a ${mode} post becomes scheduled by publishMode SCHEDULE with scheduledAt, postDate in UTC`, async () => {
      const { post, first, last, moments } = await aScene(mode);
      const scheduledAt = localIn(72 * 60, ZONE);
      const read = dataOf(await patch(post, { publishMode: "SCHEDULE", scheduledAt }), resources.post);
      assert.deepEqual([read.status, read.postingType, read.postDate], ["PENDING", "SCHEDULE", toUtc(scheduledAt, ZONE)]);
      assert.deepEqual(await readPost(of, post), read);
      assert.deepEqual(await dates([first, last]), moments.slice(0, 2));
    });

    test(`a ${mode} post becomes queued by publishMode QUEUE`, async () => {
      const { post, first, last, moments } = await aScene(mode);
      const read = dataOf(await patch(post, { publishMode: "QUEUE" }), resources.post);
      assert.deepEqual([read.status, read.postingType], ["PENDING", "QUEUE"]);
      // A queued post keeps its place or goes to the end: the specification leaves that open.
      const orders = [[first, last, post], ...(mode === "queued" ? [[first, post, last]] : [])];
      const actual = await Promise.all(orders.map(dates));
      assert.ok(
        actual.some((one) => JSON.stringify(one) === JSON.stringify(moments)),
        JSON.stringify({ actual, moments }),
      );
    });

    test(`a ${mode} post goes to the front by publishMode QUEUE with queuePosition FRONT: next out`, async () => {
      const { post, first, last, moments } = await aScene(mode);
      const read = dataOf(await patch(post, { publishMode: "QUEUE", queuePosition: "FRONT" }), resources.post);
      assert.deepEqual([read.postingType, read.postDate], ["QUEUE", moments[0]]);
      assert.deepEqual(await dates([post, first, last]), moments);
    });

    test(`a ${mode} post goes to the end by publishMode QUEUE with queuePosition BACK`, async () => {
      const { post, first, last, moments } = await aScene(mode);
      const read = dataOf(await patch(post, { publishMode: "QUEUE", queuePosition: "BACK" }), resources.post);
      assert.deepEqual([read.postingType, read.postDate], ["QUEUE", moments[2]]);
      assert.deepEqual(await dates([first, last, post]), moments);
    });
  }

  test("queuePosition FRONT alone moves a queued post to the front", async () => {
    const { post, first, last, moments } = await aScene("queued");
    assert.equal(dataOf(await patch(last, { queuePosition: "FRONT" }), resources.post).postDate, moments[0]);
    assert.deepEqual(await dates([last, first, post]), moments);
  });

  test("queuePosition BACK alone moves a queued post to the end", async () => {
    const { post, first, last, moments } = await aScene("queued");
    assert.equal(dataOf(await patch(first, { queuePosition: "BACK" }), resources.post).postDate, moments[2]);
    assert.deepEqual(await dates([post, last, first]), moments);
  });

  for (const mode of ["draft", "scheduled"] as const) {
    test(`queuePosition alone on a ${mode} post answers 422 and changes nothing`, async () => {
      const { post } = await aScene(mode);
      const before = await readPost(of, post);
      for (const queuePosition of ["FRONT", "BACK"]) assertRefused(await patch(post, { queuePosition }), 422, "queuePosition");
      assert.deepEqual(await readPost(of, post), before);
    });
  }

  test("drafting is reversible: a draft of a queued post goes back into the queue", async () => {
    const { post, first, last, moments } = await aScene("queued");
    assertStatus(await patch(post, { publishMode: "DRAFT" }), 200);
    assertStatus(await patch(post, { publishMode: "QUEUE" }), 200);
    assert.deepEqual(await dates([first, last, post]), moments);
  });

  test("content stays: PATCH ignores caption, title and media", async () => {
    const post = await aPost(of, collectionId, { title: "Title" });
    const read = dataOf(
      await patch(post, { publishMode: "QUEUE", caption: "other", title: "other", media: [{ id: "x" }] }),
      resources.post,
    );
    assert.deepEqual([read.body, read.title, read.media], ["Fresh croissants", "Title", []]);
  });

  test("updatedAt moves, createdAt and id stay", async () => {
    const before = await readPost(of, await aPost(of, collectionId));
    const after = dataOf(await patch(before.id, { publishMode: "QUEUE" }), resources.post);
    assert.deepEqual([after.id, after.createdAt], [before.id, before.createdAt]);
    assert.ok(after.updatedAt > before.updatedAt);
  });

  const within = (reply: Reply, allowed: readonly string[]) => {
    const { errors } = resources.validationError(reply.body, "reply");
    assertInvalid(reply, Object.keys(errors));
    for (const field of Object.keys(errors)) assert.ok(allowed.includes(field), JSON.stringify(reply.body));
  };

  test("neither publishMode nor queuePosition answers 422", async () => {
    const post = await aPost(of, collectionId);
    for (const body of [{}, { nonsense: 1 }]) within(await patch(post, body), ["publishMode", "queuePosition"]);
  });

  test("scheduledAt alone does not count as a change: 422", async () => {
    const post = await aPost(of, collectionId);
    within(await patch(post, { scheduledAt: localIn(60, ZONE) }), ["publishMode", "queuePosition", "scheduledAt"]);
  });

  const future = localIn(60, ZONE);
  const wrong: readonly (readonly [string, Body, readonly string[]])[] = [
    ["SCHEDULE without scheduledAt", { publishMode: "SCHEDULE" }, ["scheduledAt"]],
    ["scheduledAt with DRAFT", { publishMode: "DRAFT", scheduledAt: future }, ["scheduledAt"]],
    ["scheduledAt with QUEUE", { publishMode: "QUEUE", scheduledAt: future }, ["scheduledAt"]],
    ["scheduledAt with queuePosition", { queuePosition: "FRONT", scheduledAt: future }, ["scheduledAt"]],
    ["queuePosition with DRAFT", { publishMode: "DRAFT", queuePosition: "FRONT" }, ["queuePosition"]],
    ["queuePosition with SCHEDULE", { publishMode: "SCHEDULE", scheduledAt: future, queuePosition: "FRONT" }, ["queuePosition"]],
    ["publishMode IMMEDIATE", { publishMode: "IMMEDIATE" }, ["publishMode"]],
    ["publishMode null", { publishMode: null }, ["publishMode"]],
    ["publishMode 5 and queuePosition 5", { publishMode: 5, queuePosition: 5 }, ["publishMode", "queuePosition"]],
    ["queuePosition front", { queuePosition: "front" }, ["queuePosition"]],
    ["queuePosition 3", { queuePosition: 3 }, ["queuePosition"]],
    ["a scheduledAt of another form", { publishMode: "SCHEDULE", scheduledAt: "2030-05-01T09:00:00Z" }, ["scheduledAt"]],
    ["a scheduledAt that is no date", { publishMode: "SCHEDULE", scheduledAt: "2030-02-30 09:00:00" }, ["scheduledAt"]],
    ["a scheduledAt that is a number", { publishMode: "SCHEDULE", scheduledAt: 1900000000 }, ["scheduledAt"]],
  ];
  for (const [name, body, fields] of wrong) {
    test(`${name} answers 422 on ${fields.join(" and ")} and changes nothing`, async () => {
      const before = await readPost(of, await aPost(of, collectionId));
      assertInvalid(await patch(before.id, body), fields);
      assert.deepEqual(await readPost(of, before.id), before);
    });
  }

  for (const minutes of [-5, 0, 9]) {
    test(`scheduledAt ${minutes} minutes ahead answers 422 in the domain form`, async () => {
      const post = await aPost(of, collectionId);
      assertRefused(await patch(post, { publishMode: "SCHEDULE", scheduledAt: localIn(minutes, ZONE) }), 422, "scheduledAt");
    });
  }

  test("a published post answers 409 with errors.post_id to any PATCH and stays as it is", async () => {
    const post = await aPost(of, collectionId, { publishMode: "IMMEDIATE" });
    const before = await eventually("the post without channels reads PUBLISHED", async () => {
      const read = await readPost(of, post);
      return read.status === "PUBLISHED" ? read : null;
    });
    const changes: Body[] = [
      { publishMode: "DRAFT" },
      { publishMode: "QUEUE" },
      { queuePosition: "FRONT" },
      { publishMode: "SCHEDULE", scheduledAt: localIn(60, ZONE) },
    ];
    for (const body of changes) assertRefused(await patch(post, body), 409, "post_id");
    assert.deepEqual(await readPost(of, post), before);
  });

  test("validation comes before the 409", async () => {
    const post = await aPost(of, collectionId, { publishMode: "IMMEDIATE" });
    assertInvalid(await patch(post, { publishMode: "NOW" }), ["publishMode"]);
  });

  test("a post that does not exist or belongs to another brand answers 404 with errors.post_id", async () => {
    const other = await aWorkspace();
    const foreign = await aPost(other, (await aCollection(other)).id);
    for (const missing of [foreign, 9007199254740991]) assertRefused(await patch(missing, { publishMode: "QUEUE" }), 404, "post_id");
    assertInvalid(await patch(9007199254740991, { publishMode: "NOW" }), ["publishMode"]);
  });

  for (const id of NO_IDS) {
    test(`PATCH of post "${id}" answers 404`, async () => {
      assertStatus(await patch(id, { publishMode: "QUEUE" }), 404);
    });
    test(`PATCH in brand "${id}" answers 404`, async () => {
      assertStatus(await of.api.patch(`/brands/${id}/posts/1`, { publishMode: "QUEUE" }), 404);
    });
  }

  test("not a member of the brand answers 403 with errors.brand_id, before validation", async () => {
    const other = await aWorkspace();
    const foreign = await aPost(other, (await aCollection(other)).id);
    for (const body of [{ publishMode: "QUEUE" }, {}]) {
      assertRefused(await of.api.patch(`${other.brand}/posts/${foreign}`, body), 403, "brand_id");
      assertRefused(await of.api.patch(`/brands/9007199254740991/posts/${foreign}`, body), 403, "brand_id");
      assertRefused(await of.api.patch(`${other.brand}/posts/${NO_IDS[0]}`, body), 403, "brand_id");
    }
  });

  test("a viewer's PATCH answers 403 with errors.role, before validation", async () => {
    const viewer = await aMember(of, "viewer");
    const post = await aPost(of, collectionId);
    for (const body of [{ publishMode: "QUEUE" }, {}]) assertRefused(await patch(post, body, viewer), 403, "role");
  });

  test("an editor reschedules", async () => {
    const post = await aPost(of, collectionId);
    assertStatus(await patch(post, { publishMode: "SCHEDULE", scheduledAt: localIn(60, ZONE) }, await aMember(of, "editor")), 200);
  });

  test("the plan's limit of scheduled posts applies to PATCH too, before business rules: 403 with errors.plan", async () => {
    const workspace = await aWorkspace();
    const { id } = await aCollection(workspace);
    const scheduled = await aPost(workspace, id, { publishMode: "SCHEDULE", scheduledAt: localIn(60, "UTC") });
    const draft = await aPost(workspace, id);
    await updateAccount(workspace, { maxScheduledPosts: 1 });
    assertRefused(await patch(draft, { publishMode: "SCHEDULE", scheduledAt: localIn(60, "UTC") }, workspace), 403, "plan");
    assertRefused(await patch(draft, { publishMode: "SCHEDULE", scheduledAt: localIn(1, "UTC") }, workspace), 403, "plan");
    assertStatus(await patch(scheduled, { publishMode: "SCHEDULE", scheduledAt: localIn(90, "UTC") }, workspace), 200);
    assertStatus(await patch(draft, { publishMode: "QUEUE" }, workspace), 200);
  });

  test("a 200 is what the list then shows", async () => {
    const post = await aPost(of, collectionId);
    const read = dataOf(await patch(post, { publishMode: "QUEUE" }), resources.post);
    const { data } = pageOf(await of.api.get(`${of.brand}/posts`, { per_page: 1 }), resources.post);
    assert.deepEqual(data, [read]);
  });

  test("PATCH without a key answers 401", async () => {
    assertRefused(await patch(1, {}, { ...of, api: apiOf((await sharedService()).url, null) }), 401, "authorization");
  });
});
