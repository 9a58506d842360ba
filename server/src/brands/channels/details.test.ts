import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { PASSWORD } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({}, "2027-01-05T09:00:00Z");
});
after(() => stage[Symbol.asyncDispose]());

async function aDashboardPlace() {
  const place = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
  const dashboard = await aDashboard(stage, place.person.email);
  const [channelId = 0] = place.channelIds;
  const details = async () => (await must(dashboard.call("GET", `/brands/${place.brandId}/channels`)))[0];
  return { place, dashboard, channelId, details };
}

test("a member reads where the account is, which collections publish on it, and what its network can do", async () => {
  const { place, channelId, details } = await aDashboardPlace();
  const { id, profileUrl, collections, limits, lastError, needsLogIn, abilities } = await details();
  assert.deepEqual(
    { id, profileUrl, collections, limits, lastError, needsLogIn },
    {
      id: channelId,
      profileUrl: `${stage.app.config.publicUrl}/sandbox/mastodon/`,
      collections: [{ id: place.collectionId, title: "Bread" }],
      limits: [],
      lastError: null,
      needsLogIn: false,
    },
  );
  assert.deepEqual(
    [abilities.textMax, abilities.images, abilities.threads, abilities.polls, abilities.stories],
    [500, 4, true, true, false],
  );
});

test("what failed last is said with its moment, until something arrives", async () => {
  const { place, details, channelId } = await aDashboardPlace();
  const postId = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await details()).lastError, null);
  await stage.app.db.query("update deliveries set status = 'FAILED', message = 'Too long' where channel_id = $1", [channelId]);
  const { at, ...failure } = (await details()).lastError;
  assert.deepEqual(failure, { postId, message: "Too long" });
  assert.match(at, /^2027-01-05T09:/);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await details()).lastError, null);
});

test("an admin renames a channel and switches it off; who did so is said", async () => {
  const { dashboard, channelId, details } = await aDashboardPlace();
  await must(dashboard.call("PATCH", `/admin/channels/${channelId}`, { name: "Corner shop", status: "INACTIVE" }));
  const { name, status, inactiveReason } = await details();
  assert.deepEqual([name, status, inactiveReason], ["Corner shop", "INACTIVE", "switched off by Ada"]);
});

test("new credentials have to be of the channel's own account", async () => {
  const { dashboard, channelId, details } = await aDashboardPlace();
  const path = `/channels/${channelId}/credentials`;
  await must(dashboard.call("POST", path, {}));
  await must(dashboard.call("PATCH", `/admin/channels/${channelId}`, { status: "INACTIVE" }));
  await must(dashboard.call("POST", path, {}));
  const { status, name } = await details();
  assert.equal(status, "ACTIVE");
  await must(dashboard.call("PATCH", `/admin/channels/${channelId}`, { name: "Somebody else" }));
  const other = await dashboard.call("POST", path, {});
  assert.deepEqual([other.status, Object.keys(other.body.errors)], [422, ["credentials"]]);
  assert.match(other.body.message, /but this channel is another account/);
  assert.notEqual(name, (await details()).name);
});
