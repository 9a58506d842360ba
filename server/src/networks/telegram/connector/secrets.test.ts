import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { serve } from "../../../ground/net/testing/servers.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { telegram } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** The token, and the part of it that is secret. */
function secrets(): string[] {
  const token = stage.credentials.botToken ?? "";
  return [token, token.split(":")[1] ?? "", encodeURIComponent(token)];
}

function assertHidden(value: unknown): void {
  const text = JSON.stringify(value);
  for (const secret of secrets()) assert.ok(!text.includes(secret), text);
}

test("a server that echoes the requested URL does not leak the token into a reason", async () => {
  const address = `/bot${stage.credentials.botToken}/sendMessage`;
  const words = `Bad Request: no route for ${address} or ${encodeURIComponent(address)}`;
  for (const status of [400, 401, 403, 404, 413, 429, 500]) {
    const act = { status, body: { ok: false, error_code: status, description: words } };
    stage.fault({ method: "sendMessage", act }, { method: "getMe", act }, { method: "getChatMember", act });
    assertHidden(await telegram.publish(aPost(), stage.account(), stage.call()));
    assertHidden(await telegram.publish(aPost(), stage.account(), stage.call()));
    assertHidden(await stage.connect());
  }
});

test("a truncated response, an unreachable server and an invalid URL do not leak the token", async () => {
  stage.fault({ method: "sendMessage", act: "cut" });
  const checkpoint = memoryCheckpoint();
  assertHidden(await telegram.publish(aPost(), stage.account(), stage.call(checkpoint)));
  const nobody = await serve((_request, response) => response.end());
  await nobody[Symbol.asyncDispose]();
  for (const baseUrl of [nobody.origin, "no address", "http://127.0.0.1:1", "ftp://example.com", "https://user:pass@example.com"]) {
    const call = { ...stage.call(checkpoint), baseUrl };
    assertHidden(await telegram.connect(stage.credentials, call));
    assertHidden(await telegram.publish(aPost(), stage.account(), call));
    assertHidden(await telegram.find?.(aPost(), stage.account(), call));
  }
});

test("neither checkpoints nor settings hold the token; only the stored credentials do, encrypted by whoever stores them", async () => {
  const checkpoint = memoryCheckpoint();
  const saved: unknown[] = [];
  const set: typeof checkpoint.set = async (name, value) => {
    saved.push([name, value]);
    await checkpoint.set(name, value);
  };
  const recording = { ...checkpoint, set, keep: set };
  const outcome = await telegram.publish(aPost(), stage.account(), stage.call(recording));
  assert.equal(outcome.kind, "published");
  assert.ok(saved.length >= 2);
  assertHidden([saved, outcome, stage.account().settings]);
});
