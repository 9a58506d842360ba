import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { one, query } from "../../ground/database/query.ts";
import { baseUrlOf } from "../../networks/platforms/hosts.ts";
import { operatorService } from "../../testing/operator.ts";
import { type ConnectedChannel, openAccount } from "./account.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
await admin("POST", "/users", { name: "Ada", email: "ada@example.org" });
const { body: brand } = await admin("POST", "/brands", { owner: "ada@example.org", title: "Bakery" });
const brandId = (brand as { data: { id: number } }).data.id;

const connect = (body: Readonly<Record<string, unknown>>) =>
  admin("POST", `/brands/${brandId}/channels`, { type: "Mastodon", name: "Corner Bakery", ...body });

async function connected(body: Readonly<Record<string, unknown>> = { sandbox: true }): Promise<number> {
  const reply = await connect(body);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body as { data: { id: number } }).data.id;
}

const rowOf = (id: number) =>
  one<ConnectedChannel & { status: string; name: string }>(app.db, {
    text: `select id, type, name, status, sandbox, remote_id as "remoteId", handle, credentials, settings, grant_id as "grantId", preferences, account_preferences as "accountPreferences" from channels where id = $1`,
    values: [id],
  });

async function countChannels(): Promise<number> {
  return (await query(app.db, { text: "select from channels" })).length;
}

function refused(key: string, sentence: string) {
  return { status: "error", message: sentence, errors: { [key]: sentence } };
}

const { signal } = new AbortController();

test("A sandbox channel is connected by the platform's own connector and its credentials are sealed for its row", async () => {
  const id = await connected();
  const row = await rowOf(id);
  assert.equal(row.status, "ACTIVE");
  assert.equal(row.name, "Corner Bakery");
  assert.ok(row.handle?.startsWith("@"));
  assert.match(row.credentials ?? "", /^v1:/);
  const account = await openAccount(app, row, signal);
  assert.equal(typeof (account.credentials as Record<string, unknown>).accessToken, "string");
  // The service may restart on another port.
  assert.equal(JSON.stringify(account.credentials).includes(new URL(service.url).port), false);
  await assert.rejects(openAccount(app, { ...row, id: id + 1 }, signal));
});

test("A sandbox channel uses the sandbox's API, any other the configured URL or the platform's own", () => {
  assert.equal(baseUrlOf(app, { type: "Mastodon", sandbox: true }), `${service.url}/sandbox/mastodon`);
  assert.equal(baseUrlOf(app, { type: "Mastodon", sandbox: false }), null);
  const config = { ...app.config, hostUrls: { "mastodon/api": "https://mastodon.example" } };
  assert.equal(baseUrlOf({ ...app, config }, { type: "Mastodon", sandbox: false }), "https://mastodon.example");
  assert.throws(() => baseUrlOf({ ...app, sandboxUrl: null }, { type: "Mastodon", sandbox: true }), /sandbox networks are off/);
});

test("Connecting the same account again keeps the channel, with new credentials, and makes it active", async () => {
  const id = await connected({ sandbox: true, name: "Again" });
  const before = await rowOf(id);
  await admin("PATCH", `/channels/${id}`, { status: "INACTIVE" });
  const count = await countChannels();
  assert.equal(await connected({ sandbox: true, name: "Again" }), id);
  const row = await rowOf(id);
  assert.equal(row.status, "ACTIVE");
  assert.notEqual(row.credentials, before.credentials);
  assert.equal(await countChannels(), count);
});

async function refusingNetwork() {
  const network = createServer((_request, response) => {
    response.writeHead(401, { "Content-Type": "application/json" }).end('{"error":"The access token is invalid"}');
  });
  after(() => network.close());
  network.listen(0, "127.0.0.1");
  await once(network, "listening");
  return { network, url: `http://127.0.0.1:${(network.address() as AddressInfo).port}` };
}

test("Refused credentials are 422 and nothing is stored", async () => {
  const { url, network } = await refusingNetwork();
  await using strict = await operatorService({ ROSTRUM_MASTODON_API_URL: url });
  await strict.admin("POST", "/users", { name: "Ada", email: "ada@example.org" });
  const made = await strict.admin("POST", "/brands", { owner: "ada@example.org", title: "Bakery" });
  const path = `/brands/${(made.body as { data: { id: number } }).data.id}/channels`;
  const request = { type: "Mastodon", name: "Bakery", credentials: { instance: "mastodon.example", accessToken: "wrong" } };
  const reply = await strict.admin("POST", path, request);
  assert.equal(reply.status, 422);
  assert.match((reply.body as { errors: { credentials: string } }).errors.credentials, /^Mastodon refused the credentials: /);
  await network[Symbol.asyncDispose]();
  const gone = await strict.admin("POST", path, request);
  assert.equal(gone.status, 422);
  assert.match(
    (gone.body as { errors: { credentials: string } }).errors.credentials,
    /^Mastodon could not be reached, so nothing was stored: /,
  );
  assert.equal((await query(strict.app.db, { text: "select from channels" })).length, 0);
});

test("Either sandbox or credentials must be given, never both", async () => {
  const sentence = "The credentials field must be given, or sandbox, but not both.";
  const answer = { status: 422, body: { message: sentence, errors: { credentials: [sentence] } } };
  assert.deepEqual(await connect({}), answer);
  assert.deepEqual(await connect({ sandbox: true, credentials: {} }), answer);
});

test("A disabled sandbox is 422 with a clear message", async () => {
  await using bare = await operatorService({ ROSTRUM_SANDBOX: "0" });
  await bare.admin("POST", "/users", { name: "Ada", email: "ada@example.org" });
  const made = await bare.admin("POST", "/brands", { owner: "ada@example.org", title: "Bakery" });
  const id = (made.body as { data: { id: number } }).data.id;
  assert.deepEqual(await bare.admin("POST", `/brands/${id}/channels`, { type: "Mastodon", name: "Bakery", sandbox: true }), {
    status: 422,
    body: refused("sandbox", "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on."),
  });
});

test("A channel can be switched off and on, and is returned as in the API", async () => {
  const id = await connected({ sandbox: true, name: "Switch" });
  const { status, body } = await admin("PATCH", `/channels/${id}`, { status: "INACTIVE" });
  assert.equal(status, 200);
  const { createdAt: _, updatedAt: __, ...data } = (body as { data: Record<string, unknown> }).data;
  assert.deepEqual(data, { id, name: "Switch", status: "INACTIVE", type: "Mastodon" });
  await admin("PATCH", `/channels/${id}`, { status: "ACTIVE" });
  assert.equal((await rowOf(id)).status, "ACTIVE");
});

test("A removed channel has no credentials, is unknown from then on, and reconnecting its account makes a new channel", async () => {
  const id = await connected({ sandbox: true, name: "Leaving" });
  assert.deepEqual(await admin("DELETE", `/channels/${id}`), { status: 200, body: { status: "success", data: { id } } });
  const row = await rowOf(id);
  assert.equal(row.status, "REMOVED");
  assert.equal(row.credentials, null);
  const missing = { status: 404, body: refused("channel", `There is no channel with the id ${id}.`) };
  assert.deepEqual(await admin("DELETE", `/channels/${id}`), missing);
  assert.deepEqual(await admin("PATCH", `/channels/${id}`, { status: "ACTIVE" }), missing);
  assert.notEqual(await connected({ sandbox: true, name: "Leaving" }), id);
});

test("An unknown brand is 404 before any platform is called", async () => {
  assert.deepEqual(await admin("POST", "/brands/999999/channels", { type: "Mastodon", name: "X", sandbox: true }), {
    status: 404,
    body: refused("brand", "There is no brand with the id 999999."),
  });
});

test("The operator reads of each channel why it is inactive, and until when it is held", async () => {
  const { body: made } = await admin("POST", "/brands", { owner: "ada@example.org", title: "Conditions" });
  const { id } = (made as { data: { id: number } }).data;
  const channel = async (name: string) => {
    const reply = await admin("POST", `/brands/${id}/channels`, { type: "Mastodon", name, sandbox: true });
    return (reply.body as { data: { id: number } }).data.id;
  };
  const [works, off, held, past] = [await channel("Works"), await channel("Off"), await channel("Held"), await channel("Past")];
  await admin("PATCH", `/channels/${off}`, { status: "INACTIVE" });
  const hold = (channelId: number, until: string) =>
    query(app.db, {
      text: "insert into holds (channel_id, until, since, reason) values ($1, $2, now(), 'too many requests')",
      values: [channelId, until],
    });
  await hold(held, "2999-01-01T00:00:00.000000Z");
  await hold(past, "2001-01-01T00:00:00.000000Z");
  // What was held when it was switched off waits for nobody.
  await hold(off, "2999-01-01T00:00:00.000000Z");
  const { status, body } = await admin("GET", `/brands/${id}/channels`);
  assert.equal(status, 200);
  const conditions = (body as { data: Record<string, unknown>[] }).data;
  const free = { inactiveReason: null, heldUntil: null, heldReason: null, lacks: null, logInEndsAt: null, avatarUrl: null };
  assert.deepEqual(
    conditions.map(({ type: _, account: __, sandbox: ___, ...rest }) => rest),
    [
      { id: past, name: "Past", status: "ACTIVE", ...free },
      { id: held, name: "Held", status: "ACTIVE", ...free, heldUntil: "2999-01-01T00:00:00.000000Z", heldReason: "too many requests" },
      { id: off, name: "Off", status: "INACTIVE", ...free, inactiveReason: "switched off by the operator" },
      { id: works, name: "Works", status: "ACTIVE", ...free },
    ],
  );
  assert.match(String(conditions[0]?.account), /^@past@/);
  assert.equal((await admin("GET", "/brands/999999/channels")).status, 404);
  const state = (await admin("GET", "/state")).body as { data: { engine: { heldChannels: number } } };
  assert.equal(state.data.engine.heldChannels, 1);
});
