import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { apiOf, pageOf } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused } from "./support/expect.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aChannel, aMember, aWorkspace, removeChannel, updateChannel, type Workspace } from "./support/stage.ts";

describe("GET /brands/{brand_id}/channels", () => {
  let of: Workspace;
  before(async () => {
    of = await aWorkspace();
  });

  async function channels(workspace: Workspace, query = {}) {
    return pageOf(await workspace.api.get(`${workspace.brand}/channels`, query), resources.channel);
  }

  test("a brand without channels has an empty list", async () => {
    assert.deepEqual((await of.api.get(`${of.brand}/channels`)).body, {
      status: "success",
      data: [],
      pagination: { currentPage: 1, perPage: 25, total: 0, lastPage: 1, nextPageUrl: null, prevPageUrl: null },
    });
  });

  test("a channel reads back with name, type, status and timestamps", async () => {
    const workspace = await aWorkspace();
    const channelId = await aChannel(workspace, "Mastodon", "cornerbakery");
    const [channel] = (await channels(workspace)).data;
    assert.ok(channel !== undefined);
    const { createdAt, updatedAt, ...rest } = channel;
    assert.deepEqual(rest, { id: channelId, name: "cornerbakery", status: "ACTIVE", type: "Mastodon" });
    assert.ok(createdAt <= updatedAt);
  });

  test("active and inactive channels are listed, newest first", async () => {
    const workspace = await aWorkspace();
    const [first, second, third] = [await aChannel(workspace), await aChannel(workspace), await aChannel(workspace)];
    await updateChannel(workspace, second, "INACTIVE");
    const read = (await channels(workspace)).data.map((channel) => [channel.id, channel.status]);
    assert.deepEqual(read, [
      [third, "ACTIVE"],
      [second, "INACTIVE"],
      [first, "ACTIVE"],
    ]);
  });

  test("total is counted before channels in other states are filtered out, so a page can come back short", async () => {
    const workspace = await aWorkspace();
    const [first, second, third] = [await aChannel(workspace), await aChannel(workspace), await aChannel(workspace)];
    await removeChannel(workspace, second);
    const read = await channels(workspace);
    assert.deepEqual(
      read.data.map((channel) => channel.id),
      [third, first],
    );
    assert.equal(read.pagination.total, 3);
    assert.equal(read.pagination.lastPage, 1);
  });

  test("a page of hidden channels comes back empty while more pages remain", async () => {
    const workspace = await aWorkspace();
    const [first, second, third] = [await aChannel(workspace), await aChannel(workspace), await aChannel(workspace)];
    await removeChannel(workspace, second);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await channels(workspace, { page, per_page: 1 }));
    assert.deepEqual(
      pages.map(({ data }) => data.map((channel) => channel.id)),
      [[third], [], [first]],
    );
    assert.deepEqual(
      pages.map(({ pagination }) => [pagination.total, pagination.lastPage, pagination.nextPageUrl !== null]),
      [
        [3, 3, true],
        [3, 3, true],
        [3, 3, false],
      ],
    );
  });

  test("channels of other brands are not listed", async () => {
    const [one, other] = [await aWorkspace(), await aWorkspace()];
    await aChannel(other);
    assert.deepEqual((await channels(one)).data, []);
  });

  test("channels come in pages whose links lead through all of them", async () => {
    const workspace = await aWorkspace();
    for (let made = 0; made < 5; made += 1) await aChannel(workspace);
    await assertPages(workspace.api, `${workspace.brand}/channels`, { row: resources.channel, total: 5 });
  });

  test("a viewer reads the channels", async () => {
    assert.deepEqual((await channels(await aMember(of, "viewer"))).data, []);
  });

  for (const mistake of PAGE_MISTAKES) {
    test(`channels with ${mistake.name} answer 422`, async () => {
      assertInvalid(await of.api.get(`${of.brand}/channels`, mistake.query), mistake.fields);
    });
  }

  test("channels of a foreign brand answer 404", async () => {
    assertNoBrand(await of.api.get(`${(await aWorkspace()).brand}/channels`));
  });

  test("channels of a brand that does not exist answer 404", async () => {
    assertNoBrand(await of.api.get("/brands/9007199254740991/channels"));
  });

  for (const id of NO_IDS) {
    test(`channels of brand "${id}" answer 404`, async () => {
      assert.equal((await of.api.get(`/brands/${id}/channels`)).status, 404);
    });
  }

  test("channels without a key answer 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get(`${of.brand}/channels`), 401, "authorization");
  });

  test("channels cannot be created or changed through the public API: 404", async () => {
    assert.equal((await of.api.post(`${of.brand}/channels`, { type: "Mastodon", name: "x" })).status, 404);
  });
});
