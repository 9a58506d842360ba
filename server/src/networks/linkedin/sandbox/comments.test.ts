import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { linkedinSandbox } from "./index.ts";
import { ALL_SCOPES, elementsIn, fieldsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const actions = (urn: string, edge = "") => `/rest/socialActions/${encodeURIComponent(urn)}${edge}`;
const comment = (urn: string, text: string, { actor = stage.author, token = stage.token } = {}) =>
  stage.ask("POST", actions(urn, "/comments"), { token, body: { actor, object: urn, message: { text } } });
const react = (urn: string, kind: "like" | "share") => linkedinSandbox.react(stage.world, urn, { kind });
const feed = () => linkedinSandbox.feed(stage.world, { limit: 100 });

test("A comment is plain text, shows below the post, and is listed for the organization", async () => {
  const urn = await stage.post();
  const text = String.raw`More at https://bakery.example/a_b (or \#here)`;
  stage.pass(1);
  const { status, headers, body } = await comment(urn, text);
  const id = headers.get("x-restli-id") ?? "";
  assert.equal(status, 201);
  const at = { actor: stage.author, time: Date.parse("2026-11-21T09:00:01Z") };
  const whole = {
    id,
    commentUrn: `urn:li:comment:(urn:li:activity:${urn.split(":").at(-1)},${id})`,
    actor: stage.author,
    object: urn,
    message: { attributes: [], text },
    created: at,
    lastModified: at,
  };
  assert.deepEqual(body, whole);
  assert.deepEqual(elementsIn(await stage.ask("GET", actions(urn, "/comments"))), [whole]);
  const [shown, post] = await feed();
  assert.deepEqual([shown?.text, shown?.replyTo, shown?.author], [text, urn, "Corner Bakery"]);
  assert.equal(post?.counts.comments, 1);
  const page = await fetch(post?.url ?? "");
  assert.match(await page.text(), /More at/);
});

test("Without the scope for comments they are refused, unless the older scopes allow them", async () => {
  const scopes = ALL_SCOPES.filter((scope) => !scope.endsWith("_feed"));
  const ada = await stage.member("Ada", scopes);
  const urn = await stage.post({ author: ada.urn }, ada.token);
  const mine = { actor: ada.urn, token: ada.token };
  assert.deepEqual(refusalIn(await comment(urn, "First", mine)), [403, "ACCESS_DENIED"]);
  await stage.set({ older_scopes_comment: true });
  assert.equal((await comment(urn, "First", mine)).status, 201);
});

test("Members comment, and cannot read the comments on their own posts", async () => {
  const ada = await stage.member("Ada");
  const urn = await stage.post({ author: ada.urn }, ada.token);
  assert.equal((await comment(urn, "First", { actor: ada.urn, token: ada.token })).status, 201);
  assert.deepEqual(refusalIn(await stage.ask("GET", actions(urn, "/comments"), { token: ada.token })), [403, "ACCESS_DENIED"]);
  assert.equal((await comment(urn, "Second", { actor: stage.author, token: ada.token })).status, 403);
});

test("Right after the post, its activity may not be there yet", async () => {
  await stage.set({ activity_delay_seconds: 30 });
  const urn = await stage.post();
  const early = await comment(urn, "First");
  assert.deepEqual([early.status, early.body], [400, { message: `Unable to obtain activity for ${urn}`, status: 400 }]);
  stage.pass(30);
  assert.equal((await comment(urn, "First")).status, 201);
});

test("A comment that is too long, on nothing, or on something else than its address is refused", async () => {
  const urn = await stage.post();
  assert.equal((await comment(urn, "x".repeat(1250))).status, 201);
  assert.deepEqual(refusalIn(await comment(urn, "x".repeat(1251))), [422, "FIELD_LENGTH_TOO_LONG"]);
  assert.deepEqual(refusalIn(await comment("urn:li:share:1", "First")), [404, "NOT_FOUND"]);
  const body = { actor: stage.author, object: "urn:li:share:1", message: { text: "First" } };
  assert.equal((await stage.ask("POST", actions(urn, "/comments"), { body })).status, 400);
});

test("What readers do is counted for the organization, in two places", async () => {
  const urn = await stage.post();
  for (const kind of ["like", "like", "share"] as const) await react(urn, kind);
  await linkedinSandbox.react(stage.world, urn, { kind: "comment", text: "Lovely" });
  assert.deepEqual(fieldsIn(await stage.ask("GET", `/rest/socialMetadata/${encodeURIComponent(urn)}`)), {
    reactionSummaries: { LIKE: { reactionType: "LIKE", count: 2 } },
    commentSummary: { count: 1, topLevelCount: 1 },
    commentsState: "OPEN",
    entity: urn,
  });
  const entity = encodeURIComponent(stage.author);
  const statistics = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${entity}`;
  const [element, ...none] = elementsIn(
    await stage.ask("GET", `${statistics}&shares=List(${encodeURIComponent(urn)},urn%3Ali%3Ashare%3A1)`),
  );
  assert.deepEqual(none, []);
  assert.deepEqual(element, {
    organizationalEntity: stage.author,
    share: urn,
    totalShareStatistics: {
      shareCount: 1,
      likeCount: 2,
      commentCount: 1,
      clickCount: 0,
      impressionCount: 4,
      uniqueImpressionsCount: 4,
      engagement: 1,
    },
  });
  assert.deepEqual(elementsIn(await stage.ask("GET", `${statistics}&ugcPosts=List(urn%3Ali%3AugcPost%3A1)`)), []);
  for (const shares of [`List%28${encodeURIComponent(urn)}%29`, `List(${urn})`, encodeURIComponent(urn)]) {
    assert.deepEqual(refusalIn(await stage.ask("GET", `${statistics}&shares=${shares}`)), [400, "ILLEGAL_ARGUMENT"], shares);
  }
});

test("A member reads one figure at a time of their own posts, in the form of the version", async () => {
  const ada = await stage.member("Ada");
  const urn = await stage.post({ author: ada.urn }, ada.token);
  await react(urn, "like");
  const path = (metric: string, entity = `(share:${encodeURIComponent(urn)})`) =>
    `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${metric}&aggregation=TOTAL`;
  const read = (metric: string) => stage.ask("GET", path(metric), { token: ada.token });
  assert.deepEqual(elementsIn(await read("REACTION")), [{ count: 1, metricType: "REACTION", targetEntity: { share: urn } }]);
  const counts = ["COMMENT", "RESHARE", "IMPRESSION", "MEMBERS_REACHED"].map(async (metric) => elementsIn(await read(metric))[0]?.count);
  assert.deepEqual(await Promise.all(counts), [0, 0, 1, 1]);
  const older = await stage.ask("GET", path("REACTION"), { token: ada.token, headers: { "linkedin-version": "202604" } });
  assert.equal(typeof elementsIn(older)[0]?.metricType, "object");
  for (const [metric, entity] of [
    ["LIKES", undefined],
    ["REACTION", `(ugc:${encodeURIComponent(urn)})`],
    ["REACTION", `%28share%3A${encodeURIComponent(urn)}%29`],
  ] as const) {
    assert.equal((await stage.ask("GET", path(metric, entity), { token: ada.token })).status, 400);
  }
  assert.deepEqual(refusalIn(await stage.ask("GET", path("REACTION"))), [403, "ACCESS_DENIED"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/rest/socialMetadata/${encodeURIComponent(urn)}`, { token: ada.token })), [
    403,
    "ACCESS_DENIED",
  ]);
});
