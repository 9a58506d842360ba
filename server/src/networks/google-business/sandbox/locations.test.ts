import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { accountOf, locationOf, personNamed } from "./people.ts";
import { fieldsIn, itemsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const accounts = async (query = "", token = stage.token) => stage.ask("GET", `/management/v1/accounts${query}`, { token });
const locations = async (account: unknown, query: string, token = stage.token) =>
  stage.ask("GET", `/information/v1/${account}/locations${query}`, { token });
const MASK = "?readMask=name,title,storefrontAddress,metadata&pageSize=100";

test("a new person has an account of their own, a group, and a location that both show", async () => {
  const token = await stage.tokenOf("Ada");
  const found = itemsIn(await accounts("", token), "accounts");
  assert.deepEqual(
    found.map(({ name: _, ...rest }) => rest),
    ["PERSONAL", "LOCATION_GROUP"].map((type, index) => ({
      accountName: ["Ada", "Ada Shops"][index],
      type,
      role: "PRIMARY_OWNER",
      permissionLevel: "OWNER_LEVEL",
      verificationState: "UNVERIFIED",
      vettedState: "NOT_VETTED",
    })),
  );
  const [own, group] = await Promise.all(found.map(async ({ name }) => itemsIn(await locations(name, MASK, token), "locations")));
  assert.deepEqual(
    [own, group].map((some) => some?.map(({ title }) => title)),
    [["Ada Market Street"], ["Ada Market Street", "Ada Station", "Ada Pop-up"]],
  );
  assert.equal(own?.[0]?.name, group?.[0]?.name);
  const id = String(own?.[0]?.name).replace("locations/", "");
  assert.deepEqual(group?.[0]?.metadata, {
    placeId: `ChIJ${id}`,
    mapsUri: `${stage.world.baseUrl}/www/maps?cid=${id}`,
    canDelete: true,
    hasVoiceOfMerchant: true,
  });
  assert.deepEqual(group?.[2]?.metadata, { canDelete: true, hasVoiceOfMerchant: false });
});

test("accounts come in pages of at most 20, the person's own first", async () => {
  const person = await personNamed(stage.world, "Corner Bakery");
  for (let number = 1; number <= 24; number += 1) {
    await accountOf(stage.world, person, { name: `Group ${number}`, type: "LOCATION_GROUP" });
  }
  const first = fieldsIn(await accounts("?pageSize=100"));
  assert.ok(Array.isArray(first.accounts));
  assert.deepEqual([first.accounts.length, first.accounts[0]?.type], [20, "PERSONAL"]);
  const second = fieldsIn(await accounts(`?pageSize=20&pageToken=${first.nextPageToken}`));
  assert.ok(Array.isArray(second.accounts));
  assert.deepEqual([second.accounts.length, second.nextPageToken], [5, undefined]);
  assert.deepEqual(refusalIn(await accounts("?pageToken=x")), [400, "INVALID_ARGUMENT"]);
});

test("locations come in pages of 10, and of 100 at most", async () => {
  const person = await personNamed(stage.world, "Corner Bakery");
  const account = await accountOf(stage.world, person, { name: person.name, type: "PERSONAL" });
  for (let number = 1; number <= 11; number += 1) await locationOf(stage.world, account, { title: `Shop ${number}` });
  const name = `accounts/${account.id}`;
  assert.equal(itemsIn(await locations(name, MASK), "locations").length, 12);
  const first = fieldsIn(await locations(name, "?readMask=name"));
  assert.ok(Array.isArray(first.locations));
  const rest = itemsIn(await locations(name, `?readMask=name&pageToken=${first.nextPageToken}`), "locations");
  assert.deepEqual([first.locations.length, rest.length], [10, 2]);
});

test("without a read mask, or with a wrong one, there are no locations", async () => {
  const account = stage.location.slice(0, stage.location.indexOf("/locations/"));
  for (const query of ["", "?readMask=", "?readMask=name,nonsense"]) {
    assert.deepEqual(refusalIn(await locations(account, query)), [400, "INVALID_ARGUMENT"], query);
  }
  const [location] = itemsIn(await locations(account, "?readMask=title,languageCode"), "locations");
  assert.deepEqual(location, { languageCode: "en", title: "Corner Bakery" });
});

test("all locations of a person can be listed at once, and one can be shown, but neither says through which account", async () => {
  const token = await stage.tokenOf("Ada");
  const all = itemsIn(await locations("accounts/-", "?readMask=name,title", token), "locations");
  assert.deepEqual(all.map(({ title }) => title).sort(), ["Ada Market Street", "Ada Pop-up", "Ada Station"]);
  const one = await stage.ask("GET", `/information/v1/${all[0]?.name}?readMask=name,title`, { token });
  assert.deepEqual(fieldsIn(one), all[0]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/information/v1/${all[0]?.name}?readMask=name`)), [403, "PERMISSION_DENIED"]);
});

test("a list without anything in it is empty", async () => {
  const person = await personNamed(stage.world, "Corner Bakery");
  const { id } = await accountOf(stage.world, person, { name: "Empty", type: "LOCATION_GROUP" });
  assert.deepEqual(fieldsIn(await locations(`accounts/${id}`, MASK)), {});
  assert.deepEqual(fieldsIn(await stage.ask("GET", `/v4/${stage.location}/localPosts`)), {});
  assert.deepEqual(fieldsIn(await stage.ask("GET", `/v4/${stage.location}/media`)), {});
});

test("nobody sees another person's account", async () => {
  const token = await stage.tokenOf("Bob");
  const account = stage.location.slice(0, stage.location.indexOf("/locations/"));
  assert.deepEqual(refusalIn(await locations(account, MASK, token)), [403, "PERMISSION_DENIED"]);
  assert.deepEqual(refusalIn(await locations("accounts/1", MASK)), [404, "NOT_FOUND"]);
  assert.equal(itemsIn(await locations(account, MASK), "locations").length, 1);
});

test("a business has a page with its posts and photos alone", async () => {
  await stage.post({ summary: "Fresh rye" });
  const token = await stage.tokenOf("Ada");
  const [account] = itemsIn(await accounts("", token), "accounts");
  const [location] = itemsIn(await locations(account?.name, MASK, token), "locations");
  const body = { summary: "Old mugs", topicType: "STANDARD" };
  fieldsIn(await stage.ask("POST", `/v4/${account?.name}/${location?.name}/localPosts`, { token, body }));
  const id = stage.location.slice(stage.location.lastIndexOf("/") + 1);
  const page = await (await fetch(`${stage.world.baseUrl}/www/maps?cid=${id}`)).text();
  assert.match(page, /Fresh rye/);
  assert.doesNotMatch(page, /Old mugs/);
  assert.equal((await fetch(`${stage.world.baseUrl}/www/maps?cid=1`)).status, 404);
});
