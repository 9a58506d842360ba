import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aPost } from "../../connectors/testing/posts.ts";
import { counts } from "./counts.ts";
import { deliver } from "./testing/delivery.ts";
import { aVideo } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

async function posted(text: string, as = stage.page, media = [aVideo()].slice(1)): Promise<string> {
  const outcome = await deliver(stage, aPost({ text, media }), { as }).toEnd();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

async function noticed(id: string): Promise<void> {
  for (const kind of ["like", "like", "share"] as const) await stage.react(id, { kind });
  await stage.react(id, { kind: "comment", text: "Yum" });
}

const asked = () => stage.exchanges.filter(({ request }) => request.method === "GET").length;
const GONE = "urn:li:share:7000000000000000001";

// Shows LinkedIn: counts
test("a Page's posts are counted together, and those that are gone are left out", async () => {
  const first = await posted("First");
  const film = await posted("Film", stage.page, [aVideo()]);
  await noticed(first);
  const before = asked();
  const outcome = await counts([first, film, GONE], stage.page, stage.call());
  assert.deepEqual(outcome, {
    kind: "counted",
    counts: { [first]: { likes: 2, comments: 1, shares: 1 }, [film]: { likes: 0, comments: 0, shares: 0 } },
  });
  assert.ok(asked() - before <= 4);
});

test("a post that the statistics do not have yet tells its counts itself", async () => {
  const id = await posted("New");
  await noticed(id);
  stage.fault({ method: "GET", path: /organizationalEntityShareStatistics/, act: { status: 200, body: { elements: [] } } });
  assert.deepEqual(await counts([id], stage.page, stage.call()), {
    kind: "counted",
    counts: { [id]: { likes: 2, comments: 1, shares: null } },
  });
});

test("a person's posts are counted one figure at a time, and only with the permission", async () => {
  const id = await posted("Mine", stage.member);
  const film = await posted("Film", stage.member, [aVideo()]);
  await noticed(id);
  assert.deepEqual(await counts([id, film], stage.member, stage.call()), {
    kind: "counted",
    counts: { [id]: { likes: 2, comments: 1, shares: 1 }, [film]: { likes: 0, comments: 0, shares: 0 } },
  });
  const { grant } = stage.member;
  assert.ok(grant !== null);
  const without = { ...stage.member, grant: { ...grant, scopes: ["w_member_social"] } };
  assert.equal((await counts([id], without, stage.call())).kind, "unavailable");
});

test("counts that cannot be read leave the channel as it is", async () => {
  const id = await posted("One");
  const STATISTICS = { method: "GET", path: /ShareStatistics/ };
  for (const [status, body, kind] of [
    [403, { code: "ACCESS_DENIED", message: "Not enough permissions" }, "unavailable"],
    [429, { code: "TOO_MANY_REQUESTS" }, "busy"],
    [500, {}, "busy"],
    [401, { code: "INVALID_ACCESS_TOKEN" }, "unauthorized"],
    [400, { message: "Bad" }, "unavailable"],
    [200, { elements: [{}] }, "unavailable"],
  ] as const) {
    stage.fault({ ...STATISTICS, act: { status, body } });
    assert.equal((await counts([id], stage.page, stage.call())).kind, kind, `${status}`);
  }
});
