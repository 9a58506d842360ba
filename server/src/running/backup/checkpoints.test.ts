import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { one } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import type { Connector } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { checkpointOf } from "../../publishing/engine/checkpoint.ts";
import type { DeliveryRow } from "../../publishing/engine/ledger-store.ts";
import { Recorder } from "../../publishing/engine/recording.ts";
import { type Mail, openMail, sealMail } from "../../telling/mail/mail.ts";
import { insertMail } from "../../telling/mail/store.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { operatorService } from "../../testing/operator.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const UPLOAD = { address: "https://upload.example/parts?signature=hush" };

/** Begins an upload at a secret address, and goes on processing. */
const uploading: Connector = {
  ...instantConnector("Mastodon"),
  async publish(_post, _account, { checkpoint }) {
    if (checkpoint.get("upload") === undefined) {
      await checkpoint.set("media", { id: "m7" });
      await checkpoint.seal("upload", UPLOAD);
    }
    return { kind: "pending", live: "no", checkAfterSeconds: 3600 };
  },
};

test("A restored service goes on from the sealed progress of a delivery, and can send the mail that waited, under its own key", async () => {
  await using folder = await temporaryFolder();
  await using stage = await openStage({}, "2026-11-21T09:00:00Z", { Mastodon: uploading });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  const mail: Mail = { kind: "taken", to: "ada@example.org" };
  const messageId = "<m1@example.org>";
  const content = sealMail(stage.app, messageId, mail);
  await insertMail(stage.app.db, { messageId, content, now: stage.now(), endsAt: addSeconds(stage.now(), 3600) });
  const archive = join(folder.path, "whole.tar");
  await must(stage.admin("POST", "/backup", { to: archive }));
  await using target = await operatorService();
  assert.equal((await target.admin("POST", "/restore", { from: archive })).status, 200);
  const [before, after] = [await deliveryIn(stage.app), await deliveryIn(target.app)];
  assert.notDeepEqual(after.checkpoints.upload, before.checkpoints.upload);
  assert.deepEqual(after.checkpoints.media, { id: "m7" });
  assert.ok(!JSON.stringify(after.checkpoints).includes("hush"));
  assert.deepEqual(progressOf(target.app, after), UPLOAD);
  assert.throws(() => progressOf(stage.app, after));
  const kept = await one<{ messageId: string; content: string }>(target.app.db, {
    text: `select message_id "messageId", content from mails`,
  });
  assert.deepEqual(openMail(target.app, kept), mail);
  assert.throws(() => openMail(stage.app, kept));
});

type App = Stage["app"];
type Kept = Pick<DeliveryRow, "id" | "checkpoints">;

function deliveryIn({ db }: App): Promise<Kept> {
  return one<Kept>(db, { text: "select id, checkpoints from deliveries" });
}

function progressOf(app: App, delivery: Kept): Json | undefined {
  const ledger = { checkpoint: async () => false };
  return checkpointOf({ app, ledger, recorder: new Recorder(app) }, delivery, 1).get("upload");
}
