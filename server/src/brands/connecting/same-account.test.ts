import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { must } from "../../testing/builders.ts";
import { reconnectChannel } from "../channels/manage.ts";
import { anAccount, type ConnectingGround, choose, type Member, openConnecting } from "./testing.ts";

let ground: ConnectingGround;
before(async () => {
  ground = await openConnecting({
    isSameAccount: (remoteId, other) => placeOf(remoteId) === placeOf(other),
    connect: async (credentials) => {
      const remoteId = String(Object(credentials).id);
      return { kind: "connected", remoteId, handle: remoteId, credentials: {}, settings: {} };
    },
  });
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

test("Of two channels of one account, the one that goes by the latest way stays, so that nothing is published twice", async () => {
  const { network, stage } = ground;
  const member = await ground.aMember();
  network.accounts = [anAccount("by 1/2", "Bakery"), anAccount("by 1/3", "Café")];
  await choose(member, (await ground.throughNetwork(member)).location, ["by 1/2", "by 1/3"]);
  const [first, second] = await ground.channelsOf(member.place);
  await query(stage.app.db, {
    text: "update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = 'Left out.' where id = $1",
    values: [first?.id],
  });
  // As it was made before the two were known to be one.
  await query(stage.app.db, { text: "update channels set remote_id = 'by 9/2' where id = $1", values: [second?.id] });
  network.accounts = [anAccount("by 9/2", "Bakery")];
  await ground.throughNetwork(member);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ id, status }) => [id, status]),
    [
      [first?.id, "INACTIVE"],
      [second?.id, "ACTIVE"],
    ],
  );
  assert.deepEqual(await remoteIds(member), ["by 1/2", "by 9/2"]);
});

test("A channel takes credentials that reach its account by another way, and none of another account", async () => {
  const { stage } = ground;
  const member = await ground.aMember();
  const channel = { type: "Facebook", name: "Bakery", credentials: { id: "by 1/2" } };
  const { id } = await must(stage.admin("POST", `/brands/${member.place.brandId}/channels`, channel));
  const again = async () => {};
  const given = async (remoteId: string) =>
    reconnectChannel(stage.app, { channelId: id, body: { credentials: { id: remoteId } } }, { again });
  await given("by 9/2");
  assert.deepEqual(await remoteIds(member), ["by 9/2"]);
  await assert.rejects(given("by 9/3"), /this channel is another account/);
});
