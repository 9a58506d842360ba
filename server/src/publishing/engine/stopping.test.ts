import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { one } from "../../ground/database/query.ts";
import { aPlace, aPost } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { databaseAccessOf } from "./database-access.ts";
import { startEngine } from "./engine.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const access = () => databaseAccessOf({ url: stage.databaseUrl, log: stage.app.log });

/** Posts that arrive at the network wait for an answer. */
function heldRequests() {
  const held: { hasEnded: boolean }[] = [];
  stage.intercept = (request, reply) => {
    if (request.method !== "POST" || !request.url.endsWith("/api/v1/statuses")) return null;
    const connection = { hasEnded: false };
    held.push(connection);
    request.raw.socket.once("close", () => {
      connection.hasEnded = true;
    });
    reply.hijack();
    return reply;
  };
  return held;
}

test("a stop that has waited long enough interrupts the attempt and stores that its outcome is unknown before the channel is free", async () => {
  const place = await aPlace(stage);
  const held = heldRequests();
  const engine = await startEngine(stage.app, access(), { stopSeconds: 1 });
  await aPost(place, { publishMode: "IMMEDIATE" });
  engine.wake();
  await eventually("the network has the post", () => held.length === 1);
  await engine[Symbol.asyncDispose]();
  await eventually("the connection is closed", () => held[0]?.hasEnded === true);
  const { outcome, reason } = await one<{ outcome: string; reason: string }>(stage.app.db, {
    text: `select a.outcome ->> 'kind' outcome, a.outcome ->> 'reason' reason from attempts a join deliveries d on d.id = a.delivery_id where d.channel_id = $1`,
    values: [place.channelIds[0]],
  });
  assert.deepEqual([outcome, reason], ["unknown", "Mastodon: no valid response: the service stops"]);
  stage.intercept = null;
});
