import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CallRequest } from "../../../ground/net/net.ts";
import { vendorContract } from "../../../testing/contracts.ts";
import { anImage } from "../../connectors/testing/posts.ts";
import { youtube } from "./index.ts";
import { logIn } from "./log-in.ts";
import { openContract } from "./testing/contract.ts";
import { aPost, aTallVideo } from "./testing/posts.ts";
import { BYTES, deliver, granted, openStage, playlistNamed, published, requestsTo, type Stage } from "./testing/stage.ts";

const { path, skip } = vendorContract("youtube/youtube.v3.json");

const METHODS = [
  "youtube.channels.list",
  "youtube.commentThreads.insert",
  "youtube.commentThreads.list",
  "youtube.playlistItems.insert",
  "youtube.playlistItems.list",
  "youtube.thumbnails.set",
  "youtube.videos.batchGetStats",
  "youtube.videos.insert",
  "youtube.videos.list",
];

/** Where Google describes things in words alone, and each of its addresses. */
const OUTSIDE: readonly { readonly what: string; readonly is: (request: CallRequest) => boolean }[] = [
  { what: "bytes of an upload, to the address that YouTube named", is: ({ method }) => method === "PUT" },
  { what: "tokens of the log-in", is: ({ method, url }) => method === "POST" && /\/oauth\/(token|revoke)/.test(url) },
  { what: "the page of a Short", is: ({ method, url }) => method === "GET" && /\/www\/shorts\/[\w-]+$/.test(url) },
];

let stage: Stage;
let contract: ReturnType<typeof openContract>;
before(async () => {
  stage = await openStage();
  if (skip === false) contract = openContract(path);
  await play();
});
after(() => stage[Symbol.asyncDispose]());

const hosts = () => [`${stage.baseUrl}/upload`, stage.baseUrl];
const requests = () => stage.exchanges.map(({ request }) => request).filter((request) => !OUTSIDE.some(({ is }) => is(request)));

test("the script below makes every request that is checked, and no other", { skip }, () => {
  const made = requests().map((request) => contract.methodOf(request, hosts())?.id ?? request.url);
  assert.deepEqual([...new Set(made)].sort(), METHODS);
});

for (const name of METHODS) {
  test(`${name}: path, parameters, body and their types are in the contract`, { skip }, (context) => {
    const own = requests().filter((request) => contract.methodOf(request, hosts())?.id === name);
    assert.ok(own.length > 0);
    const mistakes = own.flatMap((request) => {
      const method = contract.methodOf(request, hosts());
      return method === null ? ["no method"] : contract.mistakesIn(method, request);
    });
    assert.deepEqual(mistakes, []);
    context.diagnostic(`${own.length} requests to ${name} were held against the contract`);
  });
}

test("the check finds what is not in the contract", { skip }, () => {
  const request: CallRequest = {
    method: "POST",
    url: `${stage.baseUrl}/upload/upload/youtube/v3/videos?note=1&notifySubscribers=maybe`,
    headers: { "content-type": "application/json", "x-upload-content-type": "image/png", "x-upload-content-length": "1" },
    body: JSON.stringify({ snippet: { title: 1, name: "a" }, status: { privacyStatus: "secret" } }),
  };
  const method = contract.methodOf(request, hosts());
  const found = method === null ? [] : contract.mistakesIn(method, request);
  for (const words of [
    "parameter note",
    "notifySubscribers",
    "part is missing",
    "/snippet/title",
    '"name"',
    "privacyStatus",
    "image/png",
  ]) {
    assert.ok(
      found.some((text) => text.includes(words)),
      `${words}: ${JSON.stringify(found)}`,
    );
  }
  assert.equal(contract.methodOf({ method: "GET", url: `${stage.baseUrl}/youtube/v3/video` }, hosts()), null);
});

test("the number of paths that were checked is told, and each that no contract has was met", { skip }, (context) => {
  for (const { what, is } of OUTSIDE)
    assert.ok(
      stage.exchanges.some(({ request }) => is(request)),
      what,
    );
  for (const { request } of requestsTo(stage, BYTES)) {
    assert.match(request.headers?.["content-range"] ?? "", /^bytes (\*|\d+-\d+)\/\d+$/);
  }
  context.diagnostic(`${METHODS.length} paths of YouTube checked; ${OUTSIDE.length} kinds of requests that its contract does not have`);
});

/** Everything the connector does. */
async function play(): Promise<void> {
  const talks = await playlistNamed(stage, "Talks");
  const options = { tags: ["tea"], playlists: [{ channelId: stage.account.channelId, playlistIds: [talks] }] };
  stage.fault({ method: "POST", path: /\/playlistItems\?/, act: "cut" });
  const { outcome } = await published(stage, aPost({ type: "MULTIMEDIA", media: [aTallVideo(), await anImage()], options }));
  await stage.settings({ finished_answers: "gone" });
  stage.fault({ ...BYTES, act: "cut" });
  await published(stage, aPost({ text: "Lost" }));
  await stage.settings({});
  const comment = { key: "comment", dueAt: stage.now(), text: "Recipe", remoteId: outcome.remoteId };
  stage.fault({ method: "POST", path: /\/commentThreads\?/, act: "cut" });
  assert.equal((await deliver(stage, comment).toEnd()).kind, "published");
  assert.equal((await youtube.counts?.([outcome.remoteId], stage.account, stage.call()))?.kind, "counted");
  const grant = await granted(stage);
  assert.equal((await logIn.accounts(grant, stage.logInCall())).kind, "listed");
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "renewed");
  assert.equal(await logIn.revoke?.(grant, stage.logInCall()), "revoked");
}
