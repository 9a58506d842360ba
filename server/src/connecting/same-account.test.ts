import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { query } from "../database/query.ts";
import { anAccount, type ConnectingGround, choose, type Member, openConnecting } from "./testing.ts";

let ground: ConnectingGround;
before(async () => {
  ground = await openConnecting({ isSameAccount: (remoteId, other) => placeOf(remoteId) === placeOf(other) });
});
after(() => ground.stage[Symbol.asyncDispose]());
beforeEach(() => ground.reset());

/** What stays when an account is reached by another way: `2` of `by 1/2`. */
const placeOf = (remoteId: string) => remoteId.slice(remoteId.indexOf("/") + 1);

async function remoteIds({ place }: Member): Promise<string[]> {
  const text = "select remote_id id from channels where brand_id = $1 and type = 'Facebook' order by id";
  return (await query<{ id: string }>(ground.stage.app.db, { text, values: [place.brandId] })).map(({ id }) => id);
}

test("A later log-in that reaches the same account by another way keeps its channel, which goes by it from then on", async () => {
  const { network } = ground;
  const member = await ground.aMember();
  network.accounts = [anAccount("by 1/2", "Bakery")];
  await choose(member, (await ground.throughNetwork(member)).location, ["by 1/2"]);
  network.accounts = [anAccount("by 9/2", "Bakery")];
  const back = await ground.throughNetwork(member);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ name, status, reason }) => [name, status, reason]),
    [["Bakery", "ACTIVE", null]],
  );
  assert.deepEqual(await remoteIds(member), ["by 9/2"]);
  await choose(member, back.location, ["by 9/2"]);
  assert.equal((await ground.channelsOf(member.place)).length, 1);
});

test("An account that is chosen by another way becomes no second channel, and brings back the one that waited for a log-in", async () => {
  const { network } = ground;
  const member = await ground.aMember();
  network.accounts = [anAccount("by 1/2", "Bakery")];
  await choose(member, (await ground.throughNetwork(member)).location, ["by 1/2"]);
  const [channel] = await ground.channelsOf(member.place);
  await query(ground.stage.app.db, {
    text: "update channels set status = 'INACTIVE', needs_log_in = true where id = $1",
    values: [channel?.id],
  });
  network.person = "eve";
  network.accounts = [anAccount("by 9/2", "Bakery"), anAccount("by 9/3", "Café")];
  const back = await ground.throughNetwork(member, `?brand=${member.place.brandId}&channel=${channel?.id}`);
  assert.match((await choose(member, back.location, ["by 9/3"])).text, /Choose at least one account/);
  await choose(member, back.location, ["by 9/2"]);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ id, status }) => [id, status]),
    [[channel?.id, "ACTIVE"]],
  );
  assert.deepEqual(await remoteIds(member), ["by 9/2"]);
});
