import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { AccountPreferences, Preference } from "@rostrum/contract/preferences.ts";
import { one } from "../../ground/database/query.ts";
import { render } from "../../ground/web/html.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import type { Stage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";
import { preferencesView } from "./preference-fields.ts";
import { anAccount, type ConnectingGround, choose, openConnecting, type TestNetwork } from "./testing.ts";
import { wordsOf } from "./words.ts";

const audience: Preference = {
  kind: "choice",
  name: "audience",
  label: "Who may see posts",
  hint: "Nobody else finds them.",
  options: [
    { value: "everyone", label: "Everyone" },
    { value: "friends", label: "Friends" },
  ],
  preset: null,
  perPost: true,
};
const comments: Preference = { kind: "switch", name: "comments", label: "Allow comments", preset: false, perPost: true };
const NO_COMMENTS = "The network has switched comments off for this account.";
const NO_FRIENDS = "This account has no friends.";

let ground: ConnectingGround;
let network: TestNetwork;
let stage: Stage;
before(async () => {
  ground = await openConnecting({ preferences: [audience, comments] });
  ({ stage, network } = ground);
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => ground.reset());

const who = (remoteId: string, value: string): [string, string] => [`preference audience ${remoteId}`, value];
const allows = (remoteId: string): [string, string] => [`preference comments ${remoteId}`, "on"];

function offering(remoteId: string, name: string, accountPreferences: AccountPreferences) {
  return { ...anAccount(remoteId, name), accountPreferences };
}

/** What is stored for the channel with this name. */
async function chosenFor(place: Place, name: string) {
  const { preferences } = await one<{ preferences: unknown }>(stage.app.db, {
    text: "select preferences from channels where brand_id = $1 and name = $2",
    values: [place.brandId, name],
  });
  return preferences;
}

/** The inputs of the page with this name, as `value`, followed by `checked` and `disabled`. */
function inputsNamed(html: string, name: string): string[] {
  const inputs = [...html.matchAll(/<input type="(?:radio|checkbox)" ([^>]*)>/g)].map(([, rest = ""]) => rest);
  return inputs.filter((rest) => rest.includes(`name="${name}"`)).map((rest) => rest.replace(`name="${name}"`, "").trim());
}

test("Each account is asked for its preferences; nothing is ticked where a person has to choose", async () => {
  const member = await ground.aMember();
  const { location } = await ground.throughNetwork(member);
  const page = await member.visitor.get(location ?? "");
  assert.match(page.text, /Bakery Who may see posts Nobody else finds them\. Everyone Friends Allow comments C Café/);
  assert.deepEqual(inputsNamed(page.html, "preference audience 1"), ['value="everyone"', 'value="friends"']);
  assert.deepEqual(inputsNamed(page.html, "preference comments 1"), [""]);
  assert.deepEqual(inputsNamed(page.html, "preference audience 3"), []);
  const done = await choose(member, location, ["1", "2"], who("1", "everyone"), who("2", "friends"), allows("2"));
  assert.match(done.text, /2 accounts are connected/);
  assert.deepEqual(await chosenFor(member.place, "Bakery"), { audience: "everyone", comments: false });
  assert.deepEqual(await chosenFor(member.place, "Café"), { audience: "friends", comments: true });
});

test("Without a choice nothing is connected: the page says for which account, and shows what was filled in", async () => {
  const member = await ground.aMember();
  const { location } = await ground.throughNetwork(member);
  const refused = await choose(member, location, ["1", "2"], who("2", "friends"), allows("2"));
  assert.equal(refused.status, 422);
  assert.match(refused.text, /Choose "Who may see posts" for Bakery\. /);
  assert.doesNotMatch(refused.text, /for Café/);
  assert.deepEqual(refused.text.match(/Choose one\./g)?.length, 1);
  assert.deepEqual(
    ["1", "2"].map((id) => inputsNamed(refused.html, "account").find((rest) => rest.includes(`value="${id}"`))),
    ['value="1" checked', 'value="2" checked'],
  );
  assert.deepEqual(inputsNamed(refused.html, "preference audience 2"), ['value="everyone"', 'value="friends" checked']);
  assert.deepEqual(inputsNamed(refused.html, "preference comments 2"), ["checked"]);
  assert.deepEqual(await ground.channelsOf(member.place), []);
  assert.match((await choose(member, location, ["1"], who("1", "enemies"))).text, /audience must be one of everyone, friends/);
  assert.deepEqual(await ground.channelsOf(member.place), []);
});

test("An account's own options and reasons are shown, and what it does not have cannot be chosen", async () => {
  network.accounts = [
    offering("1", "Bakery", {
      audience: {
        options: [
          { value: "friends", problem: NO_FRIENDS },
          { value: "me", label: "Only me" },
        ],
      },
      comments: { problem: NO_COMMENTS },
    }),
    offering("2", "Café", { audience: null, comments: null }),
  ];
  const member = await ground.aMember();
  const { location } = await ground.throughNetwork(member);
  const page = await member.visitor.get(location ?? "");
  assert.ok(page.text.includes(`Friends ${NO_FRIENDS} Only me Allow comments ${NO_COMMENTS}`), page.text);
  assert.deepEqual(inputsNamed(page.html, "preference audience 1"), ['value="friends" disabled', 'value="me"']);
  assert.deepEqual(inputsNamed(page.html, "preference comments 1"), ["disabled"]);
  assert.ok((await choose(member, location, ["1"], who("1", "friends"))).text.includes(`audience cannot be friends. ${NO_FRIENDS}`));
  await choose(member, location, ["1", "2"], who("1", "me"), allows("1"));
  assert.deepEqual(await chosenFor(member.place, "Bakery"), { audience: "me" });
  assert.deepEqual(await chosenFor(member.place, "Café"), {});
});

test("What was chosen is kept when the channel is connected again, and asked again once it is no longer offered", async () => {
  const member = await ground.aMember();
  await choose(member, (await ground.throughNetwork(member)).location, ["1"], who("1", "friends"), allows("1"));
  const [channel] = await ground.channelsOf(member.place);
  const again = `?brand=${member.place.brandId}&channel=${channel?.id}`;
  const same = await ground.throughNetwork(member, again);
  const page = await member.visitor.get(same.location ?? "");
  assert.deepEqual(inputsNamed(page.html, "preference audience 1"), ['value="everyone"', 'value="friends" checked']);
  assert.deepEqual(inputsNamed(page.html, "preference comments 1"), ["checked"]);
  network.accounts = [offering("1", "Bakery", { audience: { options: [{ value: "everyone" }, { value: "me", label: "Only me" }] } })];
  const fewer = await ground.throughNetwork(member, again);
  const asked = await member.visitor.get(fewer.location ?? "");
  assert.match(asked.text, /“friends” was chosen before, but is no longer offered\. Everyone Only me/);
  assert.deepEqual(inputsNamed(asked.html, "preference audience 1"), ['value="everyone"', 'value="me"']);
  const [condition] = await must(stage.admin("GET", `/brands/${member.place.brandId}/channels`));
  assert.match(condition.lacks, /^"friends" can no longer be chosen for "Who may see posts"\./);
  assert.match((await choose(member, fewer.location, ["1"], allows("1"))).text, /Choose "Who may see posts" for Bakery\./);
  await choose(member, fewer.location, ["1"], who("1", "me"), allows("1"));
  assert.deepEqual(await chosenFor(member.place, "Bakery"), { audience: "me", comments: true });
});

test("An account without any option to choose is connected, and says what it lacks", async () => {
  network.accounts = [offering("1", "Bakery", { audience: { options: [{ value: "friends", problem: NO_FRIENDS }] } })];
  const member = await ground.aMember();
  const done = await choose(member, (await ground.throughNetwork(member)).location, ["1"]);
  assert.match(done.text, /The account is connected/);
  const conditions = await must(stage.admin("GET", `/brands/${member.place.brandId}/channels`));
  const { lacks } = conditions.find(({ name }: { name: string }) => name === "Bakery");
  assert.match(lacks, /^Nobody has chosen "Who may see posts" for the channel:/);
});

test("A command reads what can be chosen, and connects with what it is given", async () => {
  const place = await aPlace(stage);
  const begun = await must(stage.admin("POST", `/brands/${place.brandId}/log-ins`, { type: "Facebook" }));
  const path = new URL(begun.url).pathname;
  const visitor = aVisitor(stage.url);
  await visitor.submit(await visitor.get(path), path);
  await visitor.get(`/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`);
  const { accounts } = await must(stage.admin("GET", `/log-ins/${begun.id}`));
  assert.deepEqual(
    accounts[0].preferences.map(({ name, value, source }: Record<string, unknown>) => [name, value, source]),
    [
      ["audience", null, null],
      ["comments", false, "preset"],
    ],
  );
  const connect = (preferences: Readonly<Record<string, unknown>>) =>
    stage.admin("POST", `/log-ins/${begun.id}/accounts`, { accounts: ["1", "2"], preferences });
  const refused = await connect({});
  assert.deepEqual(refused.body.errors, {
    accounts: 'Choose "Who may see posts" for Bakery. Choose "Who may see posts" for Café.',
  });
  assert.equal((await connect({ colour: "red" })).status, 422);
  assert.deepEqual(await ground.channelsOf(place), []);
  await must(connect({ audience: "everyone", comments: "on" }));
  for (const name of ["Bakery", "Café"]) assert.deepEqual(await chosenFor(place, name), { audience: "everyone", comments: true });
});

test("Many options are a list that opens, with the one that counts in it", () => {
  const many: Preference = {
    kind: "choice",
    name: "language",
    label: "Language",
    options: "abcdefghi".split("").map((value) => ({ value, label: value.toUpperCase() })),
    preset: "c",
    perPost: true,
  };
  const offer = { account: anAccount("1001", "Corner Bakery"), channel: null, preferences: { offered: [many], chosen: {} }, isOpen: true };
  const page = render(preferencesView(offer, { sent: null, words: wordsOf("en").choice }) ?? assert.fail());
  assert.ok(page.includes('<select name="preference language 1001">'), page);
  assert.ok(page.includes('<option value="c" selected>C</option>'), page);
  assert.ok(!page.includes('type="radio"'), page);
});
