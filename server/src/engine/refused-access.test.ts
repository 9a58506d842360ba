import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { CheckOutcome } from "../connectors/connector.ts";
import { one } from "../database/query.ts";
import { aPlace, aPost } from "../testing/builders.ts";
import { instantConnector } from "../testing/instant-connector.ts";
import { openStage, type Stage } from "../testing/stage.ts";

const PENDING = { kind: "pending", live: "maybe", receipt: "video", checkAfterSeconds: 60 } as const;
const REFUSED = { kind: "unauthorized", reason: "The token has ended." } as const;

for (const [what, givenAt, status] of [
  ["before the check that is refused", 2, "INACTIVE"],
  ["during the check that is refused", 3, "ACTIVE"],
] as const) {
  test(`access that is given between the checks of one post, ${what}, leaves the channel ${status}`, async () => {
    let checks = 0;
    const check = async (): Promise<CheckOutcome> => {
      checks += 1;
      if (checks === givenAt) {
        await stage.app.db.query("update channels set access_given_at = $1", [addSeconds(stage.now(), 1)]);
      }
      return checks < 3 ? PENDING : REFUSED;
    };
    await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
      Mastodon: { ...instantConnector("Mastodon"), publish: async () => PENDING, check },
    });
    await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
    await stage.settle();
    for (let minute = 0; minute < 5; minute += 1) {
      stage.pass(61);
      await stage.settle();
    }
    assert.equal(checks, 3);
    assert.equal((await one<{ status: string }>(stage.app.db, { text: "select status from channels" })).status, status);
  });
}
