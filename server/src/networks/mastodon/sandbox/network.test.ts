import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { z } from "zod";
import { setFault } from "../../sandbox/faults.ts";
import { memoryObjects } from "../../sandbox/memory.ts";
import { mountSandbox } from "../../sandbox/mount.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mastodonSandbox } from "./index.ts";

let app: FastifyInstance;
let world: SandboxWorld;
let token = "";
let passedSeconds = 0;
const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: "#080" } })
  .png()
  .toBuffer();
const mp4 = Buffer.concat([Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1"), Buffer.alloc(2048)]);

beforeEach(async () => {
  passedSeconds = 0;
  const now = () => addSeconds(toInstant("2026-11-21T09:00:00Z"), passedSeconds);
  app = Fastify();
  const at = { baseUrl: "" };
  world = {
    now,
    objects: memoryObjects(now),
    get baseUrl() {
      return at.baseUrl;
    },
    neighbour: () => world,
  };
  await mountSandbox(app, { networks: [mastodonSandbox], world: () => world });
  at.baseUrl = `${await app.listen({ host: "127.0.0.1", port: 0 })}/sandbox/mastodon`;
  token = (await mastodonSandbox.account("Corner Bakery", world)).credentials.accessToken ?? "";
});
afterEach(() => app.close());

async function ask(
  method: string,
  path: string,
  options: { json?: unknown; form?: FormData | URLSearchParams; headers?: Record<string, string>; token?: string | null } = {},
) {
  const { json, form, headers = {} } = options;
  const bearer = options.token === undefined ? token : options.token;
  const reply = await fetch(world.baseUrl + path, {
    method,
    redirect: "manual",
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
  });
  const text = await reply.text();
  const parsed = reply.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : {};
  return { status: reply.status, body: bodyOf(parsed), headers: reply.headers };
}

/** The response fields that the assertions below use. */
interface Body {
  readonly id: string;
  readonly error: string;
  readonly url: string | null;
  readonly type: string;
  readonly username: string;
  readonly description: string | null;
  readonly meta: { readonly original: { readonly width: number }; readonly focus: unknown };
  readonly media_attachments: readonly { readonly id: string }[];
  readonly sensitive: boolean;
  readonly poll: { readonly options: readonly { readonly title: string }[]; readonly multiple: boolean; readonly expires_at: string };
  readonly in_reply_to_id: string | null;
  readonly statuses_count: number;
  readonly favourites_count: number;
  readonly reblogs_count: number;
  readonly replies_count: number;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly client_id: string;
  readonly client_secret: string;
  readonly access_token: string;
}

/** The one place where the test trusts the shape of a response. */
function bodyOf(json: unknown): Body {
  return json as Body;
}

function idsOf(list: unknown): string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(list)
    .map(({ id }) => id);
}

const post = (json: unknown, headers: Record<string, string> = {}) => ask("POST", "/api/v1/statuses", { json, headers });

async function upload(bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set("file", new Blob([bytes]), "file");
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return ask("POST", "/api/v2/media", { form });
}

async function mediaId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return (await upload(bytes)).body.id;
}

const refusal = (error: string) => ({ status: 422, error: `Validation failed: ${error}` });
async function refused(json: unknown) {
  const { status, body } = await post(json);
  return { status, error: body.error };
}

test("the same key returns the same status for an hour, whatever else is in the request", async () => {
  const first = await post({ status: "Once" }, { "idempotency-key": "k" });
  assert.equal(first.status, 200);
  passedSeconds = 3599;
  const second = await post({ status: "x".repeat(9999) }, { "idempotency-key": "k" });
  assert.deepEqual([second.status, second.body], [200, first.body]);
  passedSeconds = 3600;
  const third = await post({ status: "Once" }, { "idempotency-key": "k" });
  assert.notEqual(third.body.id, first.body.id);
});

test("many concurrent requests with one key create one status", async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => post({ status: "Once" }, { "idempotency-key": "k" })));
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1);
  assert.equal((await world.objects.list("status")).length, 1);
});

test("a key belongs to its account, and a refused request does not use it up", async () => {
  assert.equal((await post({ status: "" }, { "idempotency-key": "k" })).status, 422);
  const mine = await post({ status: "Mine" }, { "idempotency-key": "k" });
  const other = (await mastodonSandbox.account("Other", world)).credentials.accessToken ?? "";
  const theirs = await ask("POST", "/api/v1/statuses", { json: { status: "Theirs" }, headers: { "idempotency-key": "k" }, token: other });
  assert.notEqual(theirs.body.id, mine.body.id);
});

test("set to ignore keys, it behaves and identifies itself as GoToSocial", async () => {
  const said = async () => {
    const [{ body: v2 }, { body: v1 }] = [await ask("GET", "/api/v2/instance"), await ask("GET", "/api/v1/instance")];
    const discovery = (await ask("GET", "/.well-known/nodeinfo", { token: null })).body;
    const { href = "" } = Object(discovery).links[0];
    const nodeInfo = await (await fetch(href)).json();
    return [Object(v2).version, Object(v1).version, Object(v2).source_url, nodeInfo.software];
  };
  assert.deepEqual(await said(), ["4.5.0", "4.5.0", "https://github.com/mastodon/mastodon", { name: "mastodon", version: "4.5.0" }]);
  await setFault(world, { network: "mastodon", kind: "ignore-keys", requests: "posts", seed: 1 });
  const version = "0.20.0+git-sandbox";
  const source = "https://codeberg.org/superseriousbusiness/gotosocial";
  assert.deepEqual(await said(), [version, version, source, { name: "gotosocial", version }]);
  const first = await post({ status: "Twice" }, { "idempotency-key": "k" });
  const second = await post({ status: "Twice" }, { "idempotency-key": "k" });
  assert.notEqual(second.body.id, first.body.id);
  const id = await mediaId(png);
  await post({ status: "Pictured", media_ids: [id] });
  const attached = await refused({ status: "Pictured", media_ids: [id] });
  assert.deepEqual(attached, { status: 400, error: `Bad Request: media already attached to status: ${id}` });
  assert.deepEqual(await refused({ media_ids: ["9"] }), { status: 400, error: "Bad Request: media not found: 9" });
  assert.equal((await ask("GET", `/api/v1/statuses?id[]=${first.body.id}`)).status, 405);
  assert.equal((await ask("GET", `/api/v1/statuses/${first.body.id}`)).status, 200);
});

test("late lists show a status once it is old enough; fetched directly it is there at once", async () => {
  await setFault(world, { network: "mastodon", kind: "late-lists", seconds: 60, requests: "posts", seed: 1 });
  const { id } = (await post({ status: "Late" })).body;
  const account = (await ask("GET", "/api/v1/accounts/verify_credentials")).body;
  const listed = async () => idsOf((await ask("GET", `/api/v1/accounts/${account.id}/statuses`)).body);
  passedSeconds = 59;
  assert.deepEqual(await listed(), []);
  assert.equal((await ask("GET", `/api/v1/statuses/${id}`)).status, 200);
  passedSeconds = 60;
  assert.deepEqual(await listed(), [id]);
});

test("a request interrupted by a crash is completed by the next one with the same key", async () => {
  const id = await mediaId(png);
  const { body } = await post({ status: "Once", media_ids: [id] }, { "idempotency-key": "k" });
  await world.objects.delete("status", body.id);
  await world.objects.delete("attachment", id);
  const again = await post({ status: "Once" }, { "idempotency-key": "k" });
  assert.deepEqual([again.body.id, again.body.media_attachments.length], [body.id, 1]);
  assert.equal((await ask("GET", `/api/v1/media/${id}`)).status, 404);
});

test("texts are counted in grapheme clusters, a URL as 23, a mention without its host", async () => {
  const fits = `${"👨‍👩‍👧‍👦".repeat(470)} @anna@remote.example https://shop.example/${"a".repeat(99)}`;
  assert.equal((await post({ status: fits })).status, 200);
  assert.deepEqual(await refused({ status: `${fits}!` }), refusal("Text character limit of 500 exceeded"));
  assert.deepEqual(await refused({ status: "x".repeat(496), spoiler_text: "warns" }), refusal("Text character limit of 500 exceeded"));
});

test("a status needs a text or files, a poll always a text", async () => {
  assert.deepEqual(await refused({ status: " \n" }), refusal("Text can't be blank"));
  assert.deepEqual(await refused({ poll: { options: ["A", "B"], expires_in: 300 } }), refusal("Text can't be blank"));
  assert.equal((await post({ media_ids: [await mediaId(png)] })).status, 200);
});

test("files: at most four, a video alone, none twice, none of others, none unfinished, none with a poll", async () => {
  const images = await Promise.all(Array.from({ length: 5 }, () => mediaId(png)));
  assert.deepEqual(await refused({ status: "x", media_ids: images }), refusal("Cannot attach more than 4 files"));
  const video = await mediaId(mp4);
  const unfinished = refusal("Cannot attach files that have not finished processing. Try again in a moment!");
  assert.deepEqual(await refused({ status: "x", media_ids: [video] }), unfinished);
  passedSeconds = 2;
  assert.deepEqual(
    await refused({ status: "x", media_ids: [video, images[0]] }),
    refusal("Cannot attach a video to a post that already contains images"),
  );
  const poll = { options: ["A", "B"], expires_in: 300 };
  assert.equal((await refused({ status: "x", media_ids: [images[0]], poll })).status, 422);
  assert.equal((await post({ status: "x", media_ids: [images[0]] })).status, 200);
  const gone = refusal(`Media ${images[0]}, 1 not found or already attached to another post`);
  assert.deepEqual(await refused({ status: "x", media_ids: [images[0], "1"] }), gone);
  const other = (await mastodonSandbox.account("Other", world)).credentials.accessToken ?? "";
  const theirs = await ask("POST", "/api/v1/statuses", { json: { media_ids: [images[1]] }, token: other });
  assert.equal(theirs.status, 422);
});

test("of two statuses with the same file one is created", async () => {
  const id = await mediaId(png);
  const statuses = await Promise.all([post({ status: "A", media_ids: [id] }), post({ status: "B", media_ids: [id] })]);
  assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 422]);
});

test("polls: two to four options, different, short, ending between five minutes and a month", async () => {
  const poll = (fields: object) => refused({ status: "Which?", poll: { options: ["A", "B"], expires_in: 300, ...fields } });
  assert.equal((await poll({})).status, 200);
  assert.deepEqual(await poll({ options: ["A"] }), refusal("Options must have more than one item"));
  assert.deepEqual(await poll({ options: ["A", "B", "C", "D", "E"] }), refusal("Options can't contain more than 4 items"));
  assert.deepEqual(await poll({ options: ["A", "x".repeat(51)] }), refusal("Options can't be longer than 50 characters each"));
  assert.deepEqual(await poll({ options: ["A", "A"] }), refusal("Options contain duplicate items"));
  assert.deepEqual(await poll({ expires_in: 299 }), refusal("Expires at is too soon"));
  assert.deepEqual(await poll({ expires_in: 2_629_747 }), refusal("Expires at is too far into the future"));
});

test("forms are read like JSON", async () => {
  const ids = [await mediaId(png), await mediaId(png)];
  const form = new URLSearchParams([["status", "Two"], ["sensitive", "true"], ...ids.map((id) => ["media_ids[]", id])]);
  const { status, body } = await ask("POST", "/api/v1/statuses", { form });
  assert.equal(status, 200);
  assert.deepEqual([body.media_attachments.map(({ id }) => id), body.sensitive], [ids, true]);
});

test("replies are linked to their parent", async () => {
  const a = (await post({ status: "A" })).body.id;
  const b = (await post({ status: "B", in_reply_to_id: a, visibility: "unlisted" })).body.id;
  assert.equal((await ask("GET", `/api/v1/statuses/${b}`)).body.in_reply_to_id, a);
  assert.equal((await ask("GET", `/api/v1/statuses/${a}`)).body.replies_count, 1);
  assert.deepEqual(await refused({ status: "D", in_reply_to_id: "1" }), { status: 404, error: "Record not found" });
});

test("images are ready at once; a video returns 202, then 206, then 200, and 404 once a status has it", async () => {
  const image = await upload(png, { description: "Green" });
  assert.deepEqual([image.status, image.body.type, image.body.description, image.body.meta.original.width], [200, "image", "Green", 8]);
  const video = await upload(mp4);
  assert.deepEqual([video.status, video.body.type, video.body.url], [202, "video", null]);
  const look = () => ask("GET", `/api/v1/media/${video.body.id}`);
  assert.deepEqual([(await look()).status, (await look()).body.url], [206, null]);
  passedSeconds = 2;
  const ready = await look();
  assert.equal(ready.status, 200);
  const file = await fetch(ready.body.url ?? "");
  assert.deepEqual([file.headers.get("content-type"), Buffer.from(await file.arrayBuffer()).equals(mp4)], ["video/mp4", true]);
  await post({ media_ids: [video.body.id] });
  assert.equal((await look()).status, 404);
});

test("files are accepted by the type of their bytes, and by size", async () => {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`);
  assert.deepEqual((await upload(svg)).body, { error: "Validation failed: File content type is invalid, File is invalid" });
  await world.objects.put("settings", "instance", { image_size_limit: 10 });
  assert.equal((await upload(png)).status, 422);
  assert.deepEqual((await ask("POST", "/api/v2/media", { form: new FormData() })).body, {
    error: "Validation failed: File can't be blank",
  });
});

test("without a token, with an invalid one or with insufficient scope nothing is written", async () => {
  const write = (token: string | null) => ask("POST", "/api/v1/statuses", { json: { status: "x" }, token });
  assert.deepEqual([(await write(null)).status, (await write(null)).body], [401, { error: "This method requires an authenticated user" }]);
  assert.deepEqual([(await write("wrong")).status, (await write("wrong")).body], [401, { error: "The access token is invalid" }]);
  const [account] = await world.objects.list("account");
  await world.objects.put("token", "reader", { account_id: account?.id, app_name: "x", app_id: null, scopes: ["read"] });
  assert.deepEqual(
    [(await write("reader")).status, (await write("reader")).body],
    [403, { error: "This action is outside the authorized scopes" }],
  );
  assert.equal((await ask("GET", "/api/v1/accounts/verify_credentials", { token: "reader" })).status, 200);
});

test("an account's statuses are newest first, paged by id, and private ones are its own", async () => {
  const ids: string[] = [];
  for (const visibility of ["public", "unlisted", "private", "public"]) ids.push((await post({ status: visibility, visibility })).body.id);
  const [a, b, c, d] = ids;
  const account = (await ask("GET", "/api/v1/accounts/verify_credentials")).body;
  assert.equal(account.statuses_count, 4);
  const listed = async (query: string, bearer: string | null = token) =>
    idsOf((await ask("GET", `/api/v1/accounts/${account.id}/statuses${query}`, { token: bearer })).body);
  assert.deepEqual(await listed("?exclude_reblogs=true"), [d, c, b, a]);
  assert.deepEqual(await listed("", null), [d, b, a]);
  assert.deepEqual(await listed("?limit=2"), [d, c]);
  assert.deepEqual(await listed(`?max_id=${c}`), [b, a]);
  assert.equal((await ask("GET", `/api/v1/statuses/${c}`, { token: null })).status, 404);
  const batch = await ask("GET", `/api/v1/statuses?id[]=${a}&id[]=${c}&id[]=1`, { token: null });
  assert.deepEqual(idsOf(batch.body), [a]);
});

test("readers' clicks count every time", async () => {
  const { id } = (await post({ status: "Nice" })).body;
  for (const kind of ["like", "like"] as const) await mastodonSandbox.react(world, id, { kind });
  await mastodonSandbox.react(world, id, { kind: "share" });
  await mastodonSandbox.react(world, id, { kind: "comment", text: "So nice" });
  const { favourites_count, reblogs_count, replies_count } = (await ask("GET", `/api/v1/statuses/${id}`)).body;
  assert.deepEqual([favourites_count, reblogs_count, replies_count], [2, 1, 1]);
  const [answer, status] = await mastodonSandbox.feed(world, { limit: 10 });
  assert.deepEqual([answer?.text, answer?.author, answer?.replyTo], ["So nice", "@reader@mastodon.sandbox", id]);
  assert.deepEqual(status?.counts, { likes: 2, comments: 1, shares: 1 });
});

test("every response has the headers of the tightest limit with an ISO reset, and above it requests are refused", async () => {
  await world.objects.put("settings", "instance", { requests_per_5_minutes: 5, uploads_per_30_minutes: 1 });
  const first = await upload(png);
  const limits = (headers: Headers) => ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
  assert.deepEqual(limits(first.headers), ["1", "0", "2026-11-21T09:30:00.000000Z"]);
  const second = await upload(png);
  assert.deepEqual([second.status, second.body], [429, { error: "Too many requests" }]);
  assert.deepEqual(limits((await post({ status: "x" })).headers), ["5", "2", "2026-11-21T09:05:00.000000Z"]);
  passedSeconds = 1800;
  assert.equal((await upload(png)).status, 200);
});

test("a permalink shows that one post with its replies, and unknown ones are not found", async () => {
  const { id, url } = (await post({ status: "Look: https://shop.example #bread @anna" })).body;
  await post({ status: "Something else" });
  await mastodonSandbox.react(world, id, { kind: "comment", text: "Fine" });
  assert.equal(url, `${world.baseUrl}/@corner_bakery/${id}`);
  const page = await (await fetch(url ?? "")).text();
  assert.match(page, /Look: <a href="https:\/\/shop\.example"/);
  assert.match(page, /<a href="\/sandbox\/mastodon\/tags\/bread"[^>]*>#bread<\/a> <a href="\/sandbox\/mastodon\/@anna"/);
  assert.match(page, /Fine/);
  assert.doesNotMatch(page, /Something else/);
  assert.equal((await fetch(`${world.baseUrl}/@corner_bakery/1`)).status, 404);
  assert.match(await (await fetch(`${world.baseUrl}/@corner_bakery`)).text(), /Something else/);
  assert.equal((await fetch(`${world.baseUrl}/@nobody`)).status, 404);
});

test("an application registers, gets consent, exchanges its code once with its verifier, and revokes the token", async () => {
  const redirect = "https://rostrum.example/callback";
  const registered = await ask("POST", "/api/v1/apps", {
    json: { client_name: "Rostrum", redirect_uris: [redirect], scopes: "profile write:statuses" },
    token: null,
  });
  assert.deepEqual(
    [registered.status, registered.body.redirect_uris, registered.body.scopes],
    [200, [redirect], ["profile", "write:statuses"]],
  );
  const { client_id, client_secret } = registered.body;
  const verifier = "v".repeat(43);
  const asked = {
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    scope: "profile write:statuses",
    state: "s&t",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const consent = await ask("GET", `/oauth/authorize?${new URLSearchParams(asked)}`, { token: null });
  assert.match(consent.headers.get("content-security-policy") ?? "", /form-action 'self' https:\/\/rostrum\.example;/);
  const decide = (fields: Record<string, string>) =>
    ask("POST", "/oauth/authorize", { form: new URLSearchParams({ ...asked, ...fields }), token: null });
  assert.equal((await decide({ decision: "deny" })).headers.get("location"), `${redirect}?error=access_denied&state=s%26t`);
  const allowed = new URL((await decide({ decision: "allow", account_name: "Corner Bakery" })).headers.get("location") ?? "");
  assert.equal(allowed.searchParams.get("state"), "s&t");
  const exchange = (fields: Record<string, string> = {}) =>
    ask("POST", "/oauth/token", {
      form: new URLSearchParams({
        grant_type: "authorization_code",
        code: allowed.searchParams.get("code") ?? "",
        client_id,
        client_secret,
        redirect_uri: redirect,
        code_verifier: verifier,
        ...fields,
      }),
      token: null,
    });
  assert.deepEqual(
    [(await exchange({ client_secret: "wrong" })).status, (await exchange({ code_verifier: "wrong" })).body.error],
    [401, "invalid_grant"],
  );
  const granted = await exchange();
  const { access_token, ...rest } = granted.body;
  assert.deepEqual(rest, { token_type: "Bearer", scope: "profile write:statuses", created_at: 1_795_251_600 });
  assert.equal((await exchange()).body.error, "invalid_grant");
  assert.equal((await ask("GET", "/api/v1/accounts/verify_credentials", { token: access_token })).body.username, "corner_bakery");
  const revoke = (fields: object) =>
    ask("POST", "/oauth/revoke", { json: { client_id, client_secret, token: access_token, ...fields }, token: null });
  assert.equal((await revoke({ token })).body.error, "unauthorized_client");
  assert.deepEqual(
    [(await revoke({})).status, (await ask("GET", "/api/v1/accounts/verify_credentials", { token: access_token })).status],
    [200, 401],
  );
});

test("consent is not requested for unknown applications, foreign addresses or a plain challenge, and never beyond the application's scopes", async () => {
  const redirect_uri = "https://rostrum.example/callback";
  const app = (await ask("POST", "/api/v1/apps", { json: { client_name: "A", redirect_uris: redirect_uri, scopes: "read" }, token: null }))
    .body;
  const open = (fields: object) =>
    ask(
      "GET",
      `/oauth/authorize?${new URLSearchParams({ response_type: "code", client_id: app.client_id, redirect_uri, scope: "read:statuses", ...fields })}`,
      { token: null },
    );
  assert.equal((await open({})).status, 200);
  assert.equal((await open({ client_id: "x" })).status, 400);
  assert.equal((await open({ redirect_uri: "https://evil.example/" })).status, 400);
  assert.equal((await open({ code_challenge: "x", code_challenge_method: "plain" })).status, 400);
  assert.equal((await open({ scope: "write" })).headers.get("location"), `${redirect_uri}?error=invalid_scope`);
  const wrong = await ask("POST", "/api/v1/apps", { json: { client_name: "A", redirect_uris: "no address" }, token: null });
  assert.deepEqual([wrong.status, wrong.body], [422, { error: "Validation failed: Redirect URI must be an absolute URI." }]);
});

test("a decision without fields, or with one given twice, gets an error page", async () => {
  for (const form of [null, new URLSearchParams([...Array(2)].map(() => ["client_id", "x"])), new URLSearchParams({ client_id: "x" })]) {
    const reply = await fetch(`${world.baseUrl}/oauth/authorize`, { method: "POST", ...(form === null ? {} : { body: form }) });
    assert.equal(reply.status, 400);
    assert.match(await reply.text(), /unknown client/);
  }
});

test("the same name is the same account, however it is written", async () => {
  const tokens = await Promise.all(
    ["Corner Bakery", " corner  bakery", "CORNER_BAKERY", "Cörner Bakery"].map((name) => mastodonSandbox.account(name, world)),
  );
  const ids = await Promise.all(
    tokens.map(
      async ({ credentials }) =>
        (await ask("GET", "/api/v1/accounts/verify_credentials", { token: credentials.accessToken ?? "" })).body.id,
    ),
  );
  assert.equal(new Set(ids).size, 1);
  assert.equal((await world.objects.list("account")).length, 1);
});
