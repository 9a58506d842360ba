import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { credentialFields } from "@rostrum/contract/credential-fields.ts";
import type { ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { aPlace, must } from "../../testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let kinds: readonly ChannelKind[];
before(async () => {
  stage = await openStage();
  const { brandId } = await aPlace(stage);
  kinds = await must(call(`${stage.url}/app/api/brands/${brandId}/channel-kinds`, "GET", ADMIN_TOKEN));
});
after(() => stage[Symbol.asyncDispose]());

test("every network is listed with how it can be connected here, and what the operator has to do first", () => {
  assert.deepEqual(
    kinds.map(({ type }) => type),
    CHANNEL_TYPES,
  );
  const of = (type: string) => kinds.find((kind) => kind.type === type);
  assert.deepEqual(
    of("Mastodon")?.logIns.map(({ network, ready, lack }) => ({ network, ready, lack })),
    [{ network: "Mastodon", ready: true, lack: null }],
  );
  const [facebook] = of("Facebook")?.logIns ?? [];
  assert.equal(facebook?.ready, false);
  assert.match(facebook?.lack ?? "", /register an application there .*ROSTRUM_FACEBOOK_CLIENT_ID/);
  assert.deepEqual([of("Telegram")?.logIns, of("Telegram")?.sandbox], [[], true]);
});

for (const type of CHANNEL_TYPES) {
  test(`without credentials, ${type} asks for what the form has, and takes the names that the form gives`, async () => {
    const connector = stage.app.connectors[type];
    const refusal = await connector?.connect({}, {} as never);
    assert.ok(refusal !== undefined && refusal.kind === "refused", type);
    const needed = credentialFields[type].filter(({ isOptional }) => !isOptional);
    assert.ok(
      needed.some(({ name }) => refusal.reason.includes(name)),
      `${type}: ${refusal.reason}`,
    );
  });
}
