import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { x } from "./index.ts";
import { deliver } from "./testing/delivery.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchanges.length = 0;
});
afterEach(() => stage[Symbol.asyncDispose]());

const READ = { method: "GET", path: /\/2\/tweets\?/ } as const;
const DENIED: FaultAct = { status: 401, body: { title: "Unauthorized", type: "about:blank" } };

async function posted(text: string): Promise<string> {
  const outcome = await deliver(stage, aPost({ text })).toEnd();
  assert.ok(outcome.kind === "published");
  return outcome.remoteId;
}

function count(ids: readonly string[]) {
  assert.ok(x.counts !== undefined);
  return x.counts(ids, stage.account, stage.call());
}

for (const names of ["old", "new"]) {
  // Shows X: counts
  test(`counts are likes, replies and reposts, with X's ${names} names of fields; a post that is gone is left out`, async () => {
    await stage.settings({ names });
    const [one, two] = [await posted("One"), await posted("Two")];
    await stage.react(one, { kind: "like" });
    await stage.react(one, { kind: "like" });
    await stage.react(one, { kind: "share" });
    await stage.react(two, { kind: "comment", text: "Mmh" });
    assert.deepEqual(await count([one, two, "1"]), {
      kind: "counted",
      counts: { [one]: { likes: 2, comments: 0, shares: 1 }, [two]: { likes: 0, comments: 1, shares: 0 } },
    });
  });
}

test("X's spelling is asked for once, and remembered", async () => {
  const id = await posted("One");
  await stage.settings({ names: "new" });
  stage.exchanges.length = 0;
  await count([id]);
  await count([id]);
  const asked = stage.exchanges.map(({ request }) =>
    [...new URL(request.url).searchParams.keys()].find((name) => name.endsWith(".fields")),
  );
  assert.deepEqual(asked, ["tweet.fields", "post.fields", "post.fields"]);
});

test("many posts are counted in batches of a hundred, each reserved beforehand", async () => {
  const ids = [await posted("One"), ...Array.from({ length: 100 }, (_, index) => String(index + 1))];
  stage.exchanges.length = 0;
  stage.spent.length = 0;
  assert.equal((await count(ids)).kind, "counted");
  assert.equal(stage.exchanges.length, 2);
  assert.deepEqual(stage.spent, [
    { spending: 500, reads: 100, counts: 100 },
    { spending: 5, reads: 1, counts: 1 },
  ]);
});

test("an account that owns the application reads its own list, and by their ids only what that leaves out", async () => {
  const own = { ...stage.account, settings: { ...Object(stage.account.settings), ownsApplication: true } };
  const ids: string[] = [];
  for (const text of ["One", "Two", "Three", "Four", "Five", "Six", "Seven"]) ids.push(await posted(text));
  const [one = "", two = "", , , , , seven = ""] = ids;
  await stage.react(one, { kind: "like" });
  stage.exchanges.length = 0;
  stage.spent.length = 0;
  const counted = async (wanted: readonly string[]) => {
    const outcome = await x.counts?.(wanted, own, stage.call());
    assert.ok(outcome?.kind === "counted", JSON.stringify(outcome));
    return outcome.counts;
  };
  const none = { likes: 0, comments: 0, shares: 0 };
  assert.deepEqual(await counted([one, two]), { [one]: { ...none, likes: 1 }, [two]: none });
  assert.deepEqual(stage.spent, [{ spending: 10, reads: 10, counts: 10 }]);
  assert.deepEqual(
    stage.exchanges.map(({ request }) => new URL(request.url).pathname).filter((path) => !path.endsWith("/tweets")),
    [],
  );
  assert.ok(stage.exchanges.every(({ request }) => request.url.includes("/users/")));
  // Ten of its own for the price of two by their ids; what is between the two would be read too.
  assert.deepEqual(await counted([seven]), { [seven]: none });
  assert.deepEqual(stage.spent.at(-1), { spending: 5, reads: 5, counts: 5 });
  for (let more = 0; more < 6; more += 1) await posted(`More ${more}`);
  const last = await posted("Last");
  stage.exchanges.length = 0;
  assert.deepEqual(await counted([one, last]), { [one]: { ...none, likes: 1 }, [last]: none });
  assert.deepEqual(
    stage.exchanges.map(({ request }) => new URL(request.url).pathname.replace(/^.*?\/2\//, "/2/").replace(/\d{5,}/, "ID")),
    ["/2/users/ID/tweets", "/2/tweets"],
  );
});

test("without a budget, or while X asks to wait, the counts are read later", async () => {
  const id = await posted("One");
  stage.exhaust({ kind: "held", reason: "used up", retryAfterSeconds: 600, scope: "application", budget: "reads" });
  assert.deepEqual(await count([id]), { kind: "busy", reason: "used up", retryAfterSeconds: 600 });
  stage.exhaust(null);
  stage.fault({ ...READ, act: { status: 429, body: { title: "Too Many Requests" } } });
  assert.equal((await count([id])).kind, "busy");
  stage.fault({ ...READ, act: { status: 503, body: {} } });
  assert.equal((await count([id])).kind, "busy");
});

test("counts that are denied, as to a plan without reads, leave it to the engine whether the log-in works", async () => {
  const id = await posted("One");
  stage.fault({ ...READ, act: DENIED });
  assert.deepEqual(await count([id]), { kind: "unauthorized", reason: "X: Unauthorized (status 401). Log in to X again.", scope: "grant" });
});
