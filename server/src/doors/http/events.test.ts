import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { after, before, mock, test } from "node:test";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { type Watched, watch } from "../../testing/events.ts";
import { eventually } from "../../testing/eventually.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../testing/stage.ts";
import { EventStream } from "./event-stream.ts";

let stage: Stage;
let place: Place;
let dashboard: Dashboard;
let lasting: Watched;
before(async () => {
  // Heartbeats and checks come when the test says so.
  mock.timers.enable({ apis: ["setInterval"] });
  stage = await openStage();
  place = await aPlace(stage);
  dashboard = await aDashboard(stage, await aPersonWith("viewer"));
  lasting = await aLastingStream();
});
after(async () => {
  await lasting[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  mock.timers.reset();
});

async function aPersonWith(role: string | null): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  if (role !== null) await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role }));
  return email;
}

/** After it has been told of one change, every other stream is told what happens from then on and nothing else. */
async function aLastingStream(): Promise<Watched> {
  const watched = await listening(await aDashboard(stage, await aPersonWith("viewer")));
  const before = watched.nouns().length;
  await aPost(place, { publishMode: "DRAFT" });
  await eventually("what was changed before has been told", () => watched.nouns().slice(before).includes("posts"));
  return watched;
}

async function listening(who: Dashboard = dashboard) {
  const watched = await watch(stage, who, place.brandId);
  await eventually("the stream has begun", () => watched.text().startsWith("retry: 2000\n\nevent: ready\n"));
  return watched;
}

test("members are told what API, dashboard, operator and engine change", async () => {
  await using watched = await listening();
  assert.equal(watched.headers.get("content-type"), "text/event-stream");
  assert.equal(watched.headers.get("x-accel-buffering"), "no");
  const changes: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ["the API", "posts", () => aPost(place, { publishMode: "DRAFT" })],
    ["the operator", "brand", () => must(stage.admin("PATCH", `/brands/${place.brandId}`, { title: "Bakery" }))],
    [
      "what belongs to a brand",
      "collections",
      () => must(stage.admin("PATCH", `/collections/${place.collectionId}`, { status: "ACTIVE" })),
    ],
    [
      "the engine",
      "published",
      async () => {
        await aPost(place, { publishMode: "IMMEDIATE" });
        await stage.settle();
      },
    ],
  ];
  for (const [who, noun, change] of changes) {
    const before = watched.nouns().length;
    await change();
    await eventually(`${who} tells ${noun}`, () => watched.nouns().slice(before).includes(noun));
  }
});

test("a stream begins with whether something may have changed since the session was read", async () => {
  const missed = async (since: string | null) => {
    await using watched = await watch(stage, dashboard, place.brandId, since);
    const said = () => /^event: ready\ndata: (.*)$/m.exec(watched.text())?.[1];
    await eventually("the stream has begun", () => said() !== undefined);
    return JSON.parse(said() ?? "").missed;
  };
  await using watched = await listening();
  await aPost(place, { publishMode: "DRAFT" });
  await eventually("what was changed before has been told", () => watched.nouns().includes("posts"));
  const { position } = await must(dashboard.call("GET", "/session"));
  assert.equal(await missed(position), false);
  const other = await aPlace(stage);
  await aPost(other, { publishMode: "DRAFT" });
  assert.equal(await missed(position), false);
  const before = watched.nouns().length;
  await aPost(place, { publishMode: "DRAFT" });
  await eventually("the change is told", () => watched.nouns().length > before);
  assert.equal(await missed(position), true);
  assert.equal(await missed((await must(dashboard.call("GET", "/session"))).position), false);
  for (const unknown of [null, "", "of another process 7"]) assert.equal(await missed(unknown), true);
});

test("reading tells nothing, nor does a preview, nor what was refused", async () => {
  const told = mock.method(stage.app.changes, "tell");
  await must(place.api("GET", "/posts"));
  await must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, { caption: "Bread" }));
  assert.equal((await place.api("POST", `/collections/${place.collectionId}/posts`, {})).status, 422);
  assert.equal(told.mock.callCount(), 0);
  told.mock.restore();
});

test("an idle connection costs no query: heartbeats come every 20 seconds, and all are checked at once every minute", async () => {
  await using watched = await listening();
  await using other = await listening();
  const asked = mock.method(stage.app.db, "query");
  mock.timers.tick(20_000);
  await eventually("both hear the heartbeat", () => [watched, other].every(({ text }) => text().includes(": still here\n\n")));
  assert.equal(asked.mock.callCount(), 0);
  mock.timers.tick(40_000);
  assert.equal(asked.mock.callCount(), 1);
  asked.mock.restore();
  assert.equal(watched.isOver(), false);
});

test("nothing is told to strangers, to who is not signed in, or to the operator's token", async () => {
  const stranger = await aDashboard(stage, await aPersonWith(null));
  for (const [who, status] of [
    [stranger, 404],
    [{ cookie: "" }, 401],
  ] as const) {
    await using watched = await watch(stage, who, place.brandId);
    assert.equal(watched.status, status);
  }
  const response = await fetch(`${stage.url}/app/api/brands/${place.brandId}/events`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  assert.equal(response.status, 403);
  await using watched = await listening();
  const other = await aPlace(stage);
  const before = watched.nouns().length;
  await aPost(other, { publishMode: "DRAFT" });
  await must(place.api("POST", "/collections", { title: "Cakes", channels: place.channelIds }));
  await eventually("their own change is told", () => watched.nouns().length > before);
  assert.deepEqual(
    [...new Set(watched.nouns().slice(before))].filter((noun) => noun !== "collections"),
    [],
  );
});

test("a stream ends when the membership ends, and within a minute when the session ends", async () => {
  const email = await aPersonWith("editor");
  await using removed = await listening(await aDashboard(stage, email));
  await must(stage.admin("DELETE", `/brands/${place.brandId}/members?user=${encodeURIComponent(email)}`));
  await eventually("the stream has ended", removed.isOver);
  assert.match(removed.text(), /event: end\ndata: \{"why":"signed out"\}\n\n$/);
  const other = await aPersonWith("editor");
  await using signedOut = await listening(await aDashboard(stage, other));
  await stage.app.db.query("delete from sessions where user_id = (select id from users where email = $1)", [other]);
  mock.timers.tick(60_000);
  await eventually("the stream has ended", signedOut.isOver);
});

test("a person has at most 20 streams, in all their browsers: the oldest ends", async () => {
  const person = await aDashboard(stage, await aPersonWith("viewer"));
  await using stack = new AsyncDisposableStack();
  const streams: Watched[] = [];
  for (let count = 0; count <= BOUNDS.streams.most; count += 1) streams.push(stack.use(await listening(person)));
  await eventually("the oldest has ended", () => streams[0]?.isOver() ?? false);
  assert.match(streams[0]?.text() ?? "", /"too many"/);
  assert.deepEqual(
    streams.slice(1).filter(({ isOver }) => isOver()),
    [],
  );
});

test("a reader that reads nothing is cut off", () => {
  const stuck = new Writable({ write() {} });
  const stream = new EventStream(stuck);
  for (let count = 0; count < 2000 && !stuck.destroyed; count += 1) stream.send("change", { nouns: ["posts", "published", "channels"] });
  assert.equal(stuck.destroyed, true);
  stream.beat();
});

test("a stop ends the streams and does not wait for their readers", async () => {
  const own = await openStage();
  const there = await aPlace(own);
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(own.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(own.admin("POST", `/brands/${there.brandId}/members`, { user: email, role: "viewer" }));
  await using watched = await watch(own, await aDashboard(own, email), there.brandId);
  await own[Symbol.asyncDispose]();
  await eventually("the stream has ended", watched.isOver);
  assert.match(watched.text(), /"stopping"/);
});
