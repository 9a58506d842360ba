import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { aPlace, must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import type { Stage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";
import { anAccount, type ConnectingGround, choose, openConnecting, type TestNetwork } from "./testing.ts";

let ground: ConnectingGround;
let network: TestNetwork;
let stage: Stage;
before(async () => {
  ground = await openConnecting();
  ({ stage, network } = ground);
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => ground.reset());

test("A member logs in at the network, chooses two of three accounts, and has two channels of one grant", async () => {
  const member = await ground.aMember();
  const back = await ground.throughNetwork(member);
  assert.equal(back.status, 303);
  const page = await member.visitor.get(back.location ?? "");
  assert.match(page.text, /You are logged in at Facebook as ada\. .*Bakery.*Café.*Not mine You lack the task to create content\./);
  const done = await choose(member, back.location, ["1", "2"]);
  assert.match(done.text, /2 accounts are connected to Bakery Facebook: Bakery, Café/);
  const [{ id } = { id: 0 }] = await ground.channelsOf(member.place);
  assert.match(done.html, new RegExp(`href="/brands/${member.place.brandId}/channels\\?channel=${id}"`));
  const channels = await ground.channelsOf(member.place);
  assert.deepEqual(
    channels.map(({ name, status }) => [name, status]),
    [
      ["Bakery", "ACTIVE"],
      ["Café", "ACTIVE"],
    ],
  );
  assert.ok(channels[0]?.grantId !== null && channels[0]?.grantId === channels[1]?.grantId);
});

test("The network gets our redirect address, a state and a challenge; the answer is exchanged with what was kept for it", async () => {
  const member = await ground.aMember();
  await ground.throughNetwork(member);
  assert.equal(network.begun?.redirectUri, `${stage.url}/connect/facebook/callback`);
  assert.match(network.begun?.challenge ?? "", /^[\w-]{43}$/);
  const [answer] = network.answers;
  assert.deepEqual([answer?.memory, answer?.redirectUri, answer?.parameters.code], [{ nonce: "n" }, network.begun?.redirectUri, "c"]);
  assert.match(answer?.verifier ?? "", /^[\w-]{43}$/);
});

test("An answer counts once, within ten minutes, and only in the browser that was sent", async () => {
  const member = await ground.aMember();
  await ground.throughNetwork(member);
  const again = `/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`;
  assert.deepEqual([(await member.visitor.get(again)).status, network.answers.length], [404, 1]);
  const other = await ground.aMember();
  await other.visitor.submit(await other.visitor.get("/connect/facebook"), "/connect/facebook", {
    brand: `${other.place.brandId}`,
    way: "facebook",
  });
  const foreign = `/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`;
  assert.equal((await member.visitor.get(foreign)).status, 404);
  stage.pass(601);
  const late = await other.visitor.get(foreign);
  assert.deepEqual([late.status, network.answers.length], [404, 1]);
  assert.match(late.text, /no longer valid .*took longer than ten minutes/);
  assert.equal((await other.visitor.get("/connect/facebook/callback?state=made-up&code=c")).status, 404);
});

test("Somebody who cancels at the network reads that nothing was connected, and how to try again", async () => {
  const member = await ground.aMember();
  network.finish = () => ({ kind: "declined" });
  const back = await ground.throughNetwork(member, "", { error: "access_denied" });
  assert.equal(back.status, 422);
  assert.match(back.text, /The log-in at Facebook was cancelled\. Nothing was connected\. Try again/);
  assert.deepEqual(await ground.channelsOf(member.place), []);
});

test("An account that cannot be published to cannot be chosen, and none chosen is said", async () => {
  const member = await ground.aMember();
  const back = await ground.throughNetwork(member);
  assert.match((await choose(member, back.location, ["3"])).text, /Choose at least one account/);
  assert.match((await choose(member, back.location, [])).text, /Choose at least one account/);
  assert.match((await choose(member, back.location, ["1", "3"])).text, /One of these accounts cannot be connected/);
  assert.deepEqual(await ground.channelsOf(member.place), []);
});

test("A channel is connected again only by its own account", async () => {
  const member = await ground.aMember();
  await choose(member, (await ground.throughNetwork(member)).location, ["1"]);
  const [channel] = await ground.channelsOf(member.place);
  await query(stage.app.db, { text: "update channels set status = 'INACTIVE', needs_log_in = true where id = $1", values: [channel?.id] });
  network.person = "eve";
  network.accounts = [anAccount("9", "Other")];
  const wrong = await ground.throughNetwork(member, `?brand=${member.place.brandId}&channel=${channel?.id}`);
  assert.match((await member.visitor.get(wrong.location ?? "")).text, /You logged in as eve, who has no access to Bakery/);
  assert.match((await choose(member, wrong.location, ["9"])).text, /Choose at least one account/);
  network.person = "ada";
  network.accounts = [anAccount("1", "Bakery (renamed)"), anAccount("2", "Café")];
  const right = await ground.throughNetwork(member, `?brand=${member.place.brandId}&channel=${channel?.id}`);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ status }) => status),
    ["ACTIVE"],
  );
  await choose(member, right.location, ["1"]);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ id, name, status }) => [id, name, status]),
    [[channel?.id, "Bakery", "ACTIVE"]],
  );
});

test("An account that a later log-in leaves out becomes inactive, with the reason; one that the operator switched off stays off", async () => {
  const member = await ground.aMember();
  await choose(member, (await ground.throughNetwork(member)).location, ["1", "2"]);
  const [first, second] = await ground.channelsOf(member.place);
  await must(stage.admin("PATCH", `/channels/${second?.id}`, { status: "INACTIVE" }));
  network.accounts = [anAccount("2", "Café")];
  network.isWhole = false;
  await ground.throughNetwork(member);
  assert.equal((await ground.channelsOf(member.place))[0]?.status, "ACTIVE", "a list that is not whole leaves nothing out");
  network.isWhole = true;
  await ground.throughNetwork(member);
  const reason = "The latest log-in at Facebook did not include this account: log in again and keep it ticked.";
  const now = await ground.channelsOf(member.place);
  assert.deepEqual(
    now.map(({ id, status, reason }) => [id, status, reason]),
    [
      [first?.id, "INACTIVE", reason],
      [second?.id, "INACTIVE", "switched off by the operator"],
    ],
  );
});

test("Only owners and admins of a brand connect channels to it, and only when signed in", async () => {
  const [member, other] = [await ground.aMember(), await ground.aMember()];
  await must(stage.admin("POST", `/brands/${member.place.brandId}/members`, { user: other.place.person.email, role: "editor" }));
  const page = await other.visitor.get("/connect/facebook");
  const refused = await other.visitor.submit(page, "/connect/facebook", { brand: `${member.place.brandId}`, way: "facebook" });
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Choose a brand that you own or are an admin of/);
  const nobody = await aVisitor(stage.url).get("/connect/facebook");
  assert.deepEqual([nobody.status, nobody.location], [303, "/sign-in?return_to=%2Fconnect%2Ffacebook"]);
  const forged = await other.visitor.post("/connect/facebook", { brand: `${other.place.brandId}`, way: "facebook" });
  assert.equal(forged.status, 403);
  assert.equal(network.begun, null);
});

test("Whoever loses the role during a log-in connects nothing any more", async () => {
  const [member, other] = [await ground.aMember(), await ground.aMember()];
  const { brandId } = member.place;
  const as = (role: string) => stage.admin("POST", `/brands/${brandId}/members`, { user: other.place.person.email, role });
  await must(as("admin"));
  const back = await ground.throughNetwork({ ...other, place: member.place });
  await must(as("editor"));
  assert.equal((await other.visitor.get(back.location ?? "")).status, 404);
  const page = await other.visitor.post(back.location ?? "", { account: "1" });
  assert.equal(page.status, 404);
  assert.deepEqual(await ground.channelsOf(member.place), []);
});

test("A command begins a log-in: the address opens once, in one browser, and the command connects what it is told", async () => {
  const place = await aPlace(stage);
  const begun = await must(stage.admin("POST", `/brands/${place.brandId}/log-ins`, { type: "Facebook" }));
  const path = new URL(begun.url).pathname;
  const visitor = aVisitor(stage.url);
  const page = await visitor.get(path);
  assert.match(page.text, /Connect Facebook to Bakery/);
  const onward = await visitor.submit(page, path);
  assert.match(onward.html, /http-equiv="refresh" content="0; url=https:\/\/network\.example/);
  assert.equal((await aVisitor(stage.url).get(path)).status, 404);
  const callback = `/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`;
  assert.equal((await aVisitor(stage.url).get(callback)).status, 404);
  assert.equal((await visitor.get(callback)).status, 303);
  const state = await must(stage.admin("GET", `/log-ins/${begun.id}`));
  assert.deepEqual([state.status, state.person, state.accounts.map(({ id }: { id: string }) => id)], ["answered", "ada", ["1", "2", "3"]]);
  const { channelIds } = await must(stage.admin("POST", `/log-ins/${begun.id}/accounts`, { accounts: ["2"] }));
  assert.deepEqual(
    (await ground.channelsOf(place)).map(({ id, name }) => [id, name]),
    [[channelIds[0], "Café"]],
  );
  assert.equal((await must(stage.admin("GET", `/log-ins/${begun.id}`))).status, "done");
  const twice = await stage.admin("POST", `/log-ins/${begun.id}/accounts`, { accounts: ["1"] });
  assert.equal(twice.status, 422);
});

test("Networks say what they lack, and an application that is set replaces nothing that the environment sets", async () => {
  const networks: { type: string; logIns: { source: string | null; clientId: string | null; redirectUri: string }[]; lacks: string[] }[] =
    await must(stage.admin("GET", "/networks"));
  const facebook = networks.find(({ type }) => type === "Facebook");
  assert.deepEqual(
    facebook?.logIns.map(({ source, clientId, redirectUri }) => [source, clientId, redirectUri]),
    [["environment", "app-1", `${stage.url}/connect/facebook/callback`]],
  );
  assert.deepEqual(networks.find(({ type }) => type === "YouTube")?.lacks, ["It cannot be connected yet."]);
  await must(stage.admin("POST", "/networks", { type: "Facebook", clientId: "app-2", clientSecret: "other" }));
  const { app } = stage;
  const { applicationOf } = await import("../../networks/platforms/applications.ts");
  const place = { platform: "facebook", sandbox: false };
  assert.deepEqual(await applicationOf(app, place), { clientId: "app-1", clientSecret: "hush" });
  const without = { ...app, config: { ...app.config, applications: {} } };
  assert.deepEqual(await applicationOf(without, place), { clientId: "app-2", clientSecret: "other" });
  const stored = await query<{ secret: string }>(app.db, { text: "select client_secret secret from platform_applications" });
  assert.match(stored[0]?.secret ?? "", /^v1:/);
  assert.equal((await stage.admin("POST", "/networks", { type: "Mastodon", clientId: "x" })).status, 422);
});

test("A member makes an account at the network while choosing, and connects it", async () => {
  const member = await ground.aMember();
  const { location } = await ground.throughNetwork(member);
  const path = location ?? "";
  const page = await member.visitor.get(path);
  assert.match(page.text, /New page/);
  const token = page.forms.find(({ action }) => action === path)?.fields.token ?? "";
  const post = (name: string, other = token) =>
    member.visitor.post(path, [
      ["token", other],
      ["new", name],
    ]);
  const taken = await post("Bakery");
  assert.deepEqual([taken.status, /There is a Bakery already\./.test(taken.text)], [422, true]);
  assert.match((await post(" ")).text, /Enter a name\./);
  assert.equal((await post("Winter", "forged")).status, 403);
  const made = await post(" Winter ");
  assert.deepEqual([made.status, made.location], [303, path]);
  assert.deepEqual(network.made, ["Winter"]);
  assert.match((await member.visitor.get(path)).text, /Winter.*Bakery/);
  await choose(member, location, ["new Winter"]);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ name }) => name),
    ["Winter"],
  );
  await post("Late");
  assert.deepEqual(network.made, ["Winter"]);
});

test("Nothing is made while one channel is connected again", async () => {
  const member = await ground.aMember();
  await choose(member, (await ground.throughNetwork(member)).location, ["1"]);
  const [channel] = await ground.channelsOf(member.place);
  const { location } = await ground.throughNetwork(member, `?channel=${channel?.id}`);
  const page = await member.visitor.get(location ?? "");
  assert.doesNotMatch(page.text, /New page/);
});

test("The brand that somebody came from is named on every step, and the next channel is connected to the same one", async () => {
  const member = await ground.aMember();
  const dashboard = await aDashboard(stage, member.place.person.email);
  const { id } = await must(dashboard.call("POST", "/brands", { title: "A client", timezone: "UTC" }));
  const page = await member.visitor.get(`/connect/facebook?brand=${id}`);
  assert.match(page.text, /^Connect Facebook to A client/);
  assert.ok(!page.html.includes("<select"), "there is nothing to choose");
  await member.visitor.submit(page, "/connect/facebook", { way: "facebook" });
  const back = await member.visitor.get(
    `/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`,
  );
  assert.match((await member.visitor.get(back.location ?? "")).text, /^Choose the accounts to connect to A client/);
  const done = await choose(member, back.location, ["1"]);
  assert.match(done.text, /The account is connected to A client .*Connect another channel to A client$/);
  assert.match(done.html, new RegExp(`href="/connect\\?brand=${id}"`));
  const networks = await member.visitor.get(`/connect?brand=${id}`);
  assert.match(networks.text, /^Connect a channel to A client/);
  assert.match(networks.html, new RegExp(`href="/connect/facebook\\?brand=${id}"`));
  const open = await member.visitor.get("/connect/facebook");
  assert.match(open.html, /<option value="">Choose the brand<\/option>/, "without a brand none is chosen first");
});

test("Whoever chose German connects in German, and reads what the network says as the network says it", async () => {
  const member = await ground.aMember();
  const { visitor, place } = member;
  assert.match((await visitor.get("/connect?language=de")).text, /Wählen Sie ein Netzwerk\..*Mit einer Anmeldung/);
  const page = await visitor.get("/connect/facebook");
  const wrong = await visitor.submit(page, "/connect/facebook", { brand: "", way: "facebook" });
  assert.match(wrong.text, /Wählen Sie eine Marke, in der Sie Inhaber oder Admin sind\./);
  assert.match(wrong.html, /<title>Fehler: Facebook /);
  const onward = await visitor.submit(page, "/connect/facebook", { brand: `${place.brandId}`, way: "facebook" });
  assert.match(onward.html, /<p>Wenn nichts geschieht: <a href="https:\/\/network\.example[^"]*">Weiter zu Facebook<\/a>\.<\/p>/);
  const back = await ground.throughNetwork(member);
  const choice = await visitor.get(back.location ?? "");
  assert.match(choice.text, /Sie sind bei Facebook als ada angemeldet\..*Not mine You lack the task to create content\./);
  assert.match((await choose(member, back.location, [])).text, /Wählen Sie mindestens ein Konto\./);
  assert.match((await choose(member, back.location, ["1", "2"])).text, /2 Konten sind mit .+ verbunden Facebook: Bakery, Café/);
  network.finish = () => ({ kind: "declined" });
  assert.match((await ground.throughNetwork(member)).text, /Die Anmeldung bei Facebook wurde abgebrochen\. Es wurde nichts verbunden\./);
});
