import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { aPhotoPost, aVideoPost, deliver, granted, openStage, type Stage } from "./testing/stage.ts";
import { heldRow, NAMES } from "./testing/wire.ts";

/** Holds every request against what is known of TikTok's API: see `testing/wire.ts`. */
let stage: Stage;
before(async () => {
  stage = await openStage();
  await play();
});
after(() => stage[Symbol.asyncDispose]());

test("every request is one of TikTok's, with its headers, parameters and body, and each of these is made", (context) => {
  const made = new Set(stage.exchanges.map((exchange) => heldRow(exchange, stage.baseUrl)));
  assert.deepEqual(
    NAMES.filter((name) => !made.has(name)),
    [],
  );
  context.diagnostic(`${made.size} paths in ${stage.exchanges.length} requests were held against what TikTok's pages say`);
});

/** Everything that the connector does. */
async function play(): Promise<void> {
  const ended = async (post: OutgoingPost, preferences = {}) => {
    const outcome = await deliver(stage, post, { preferences }).toEnd();
    assert.ok(["published", "handedOver"].includes(outcome.kind), JSON.stringify(outcome));
    return outcome;
  };
  await connect(stage.credentials, stage.call());
  const all = { allowComments: true, allowDuet: true, allowStitch: true, yourBrand: true, brandedContent: true };
  await ended(aVideoPost(stage), all);
  await ended(aVideoPost(stage, { text: "" }), { privacy: "SELF_ONLY" });
  await ended(aVideoPost(stage, { options: { sendToInbox: true } }));
  await ended(await aPhotoPost(stage, { title: "Rolls", options: { autoAddMusic: true } }), all);
  await ended(await aPhotoPost(stage, { text: "" }));
  await ended(await aPhotoPost(stage, { options: { sendToInbox: true } }));
  stage.fault({ path: /\/upload\/video/, act: "cut" });
  await ended(aVideoPost(stage, { text: "Cut" }));
  stage.fault({ path: /\/content\/init\//, act: "cut" });
  await ended(await aPhotoPost(stage, { text: "Lost" }));
  const [first] = await stage.seen();
  assert.equal((await counts([first?.id ?? ""], stage.account, stage.call())).kind, "counted");
  const call = stage.logInCall();
  const grant = await granted(call);
  assert.equal((await logIn.accounts(grant, call)).kind, "listed");
  assert.equal((await logIn.renew?.(grant, call))?.kind, "renewed");
  assert.equal(await logIn.revoke?.(grant, call), "revoked");
}
