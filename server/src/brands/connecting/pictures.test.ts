import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import type { LogInAccount } from "../../networks/connectors/log-in.ts";
import { keepGrants } from "../../networks/grants/loop.ts";
import { must, type Place } from "../../testing/builders.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { refreshAccounts } from "../channels/refresh-accounts.ts";
import { anAccount, type ConnectingGround, choose, openConnecting } from "./testing.ts";

let ground: ConnectingGround;
before(async () => {
  ground = await openConnecting({}, { settings: { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" } });
});
after(() => ground.stage[Symbol.asyncDispose]());

/** The address of a new picture. */
async function aPicture(place: Place, width: number): Promise<string> {
  const id = await uploaded(ground.stage, place, { bytes: await aPhoto({ width, height: 90 }), name: "logo.jpg" });
  const { files } = await must(ground.stage.admin("GET", `/../brands/${place.brandId}/media?id=${id}`));
  return new URL(files[0].url, ground.stage.url).href;
}

const pageOf = (pictureUrl: string) => ({ ...anAccount("1", "Bakery"), pictureUrl });

async function shownOf({ brandId }: Place): Promise<string | null> {
  const channels = await must(ground.stage.admin("GET", `/brands/${brandId}/channels`));
  return channels.find(({ type }: { type: string }) => type === "Facebook").avatarUrl;
}

/** A day on, the network is asked whether it still accepts the log-ins; by then it has these accounts. */
async function dayAfter(accounts: () => Promise<LogInAccount[]>): Promise<void> {
  ground.stage.pass(25 * 3600);
  ground.network.accounts = await accounts();
  await keepGrants(ground.stage.app, new AbortController().signal, refreshAccounts);
}

test("the picture of an account is renewed with the daily question about its log-in, and stays where it cannot be had", async () => {
  const { stage, network } = ground;
  const member = await ground.aMember();
  network.accounts = [pageOf(await aPicture(member.place, 90))];
  const back = await ground.throughNetwork(member);
  await choose(member, back.location, ["1"]);
  const first = await shownOf(member.place);
  assert.notEqual(first, null);
  await dayAfter(async () => [pageOf(await aPicture(member.place, 120))]);
  const second = await shownOf(member.place);
  assert.notEqual(second, first);
  assert.equal((await fetch(stage.url + second)).status, 200);
  await dayAfter(async () => [pageOf(`${stage.url}/nothing-here.png`)]);
  assert.equal(await shownOf(member.place), second);
  await dayAfter(async () => []);
  assert.equal(await shownOf(member.place), second);
  const [{ statuses } = { statuses: "" }] = await query<{ statuses: string }>(stage.app.db, {
    text: "select string_agg(distinct status, ',') statuses from channels where brand_id = $1",
    values: [member.place.brandId],
  });
  assert.equal(statuses, "ACTIVE", "what is asked for pictures changes nothing else");
});

test("what an account may do is read again with the same question, and what is not told again stays", async () => {
  const { stage, network } = ground;
  const member = await ground.aMember();
  network.accounts = [{ ...anAccount("7", "Mill"), settings: { maxCharacters: 500, apiVersion: 2 } }];
  const back = await ground.throughNetwork(member);
  await choose(member, back.location, ["7"]);
  await dayAfter(async () => [{ ...anAccount("7", "Mill"), settings: { maxCharacters: 5000 } }]);
  const rows = await query<{ settings: object }>(stage.app.db, {
    text: "select settings from channels where brand_id = $1 and type = 'Facebook'",
    values: [member.place.brandId],
  });
  assert.deepEqual(rows, [{ settings: { maxCharacters: 5000, apiVersion: 2 } }]);
});
