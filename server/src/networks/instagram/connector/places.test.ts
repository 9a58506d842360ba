import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskingCall } from "../../connectors/connector.ts";
import { APPLICATION, anAccount } from "../../connectors/testing/call.ts";
import { byFacebook } from "./by-facebook.ts";
import { instagram } from "./index.ts";
import { granted } from "./testing/log-in.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const asking = (stage: Stage): AskingCall => ({ ...stage.call(), applicationOf: async () => APPLICATION });

test("places are found with a log-in through Facebook; one at Instagram itself says that it takes another", async () => {
  await using stage = await openStage();
  const refused = await instagram.places?.("old mill", stage.account, asking(stage));
  assert.deepEqual(refused, {
    kind: "failed",
    reason: "Places cannot be searched for with a log-in at Instagram itself: connect the account through Facebook.",
  });
  const grant = await granted(stage, byFacebook, { name: "Anna Berg" });
  const account = anAccount({ remoteId: "1", handle: "@anna", credentials: { accessToken: "of the Page" }, settings: { via: "facebook" } });
  const opened = { ...account, grant: { ...grant, clientId: APPLICATION.clientId } };
  for (const one of [opened, account]) {
    const found = await instagram.places?.("market hall", one, asking(stage));
    assert.ok(found?.kind === "found", JSON.stringify(found));
    assert.deepEqual(
      found.places.map(({ name, address }) => [name, address]),
      [["Old Mill Market Hall", "Mühlenstraße 12, 10243 Berlin, Germany"]],
    );
  }
});
