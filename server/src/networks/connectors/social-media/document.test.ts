import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { socialMedia } from "./index.ts";
import { aPost, openReceiver, type Receiver, SECRET } from "./testing/receiver.ts";

type IsAuthentic = (headers: Readonly<Record<string, unknown>>, body: string, secret: string, now: number) => boolean;

let receiver: Receiver;
const folder = mkdtempSync(join(tmpdir(), "webhook-"));
before(async () => {
  receiver = await openReceiver();
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The sample code in `docs/webhook-channel.md`, loaded as a module. */
async function documented(): Promise<IsAuthentic> {
  const text = readFileSync(new URL("../../../../../docs/webhook-channel.md", import.meta.url), "utf8");
  const file = join(folder, "verify.mjs");
  writeFileSync(file, /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? "");
  const module: { isAuthentic: IsAuthentic } = await import(pathToFileURL(file).href);
  return module.isAuthentic;
}

test("the sample code in the document accepts our requests and refuses all others", async () => {
  const isAuthentic = await documented();
  await socialMedia.publish(aPost(), receiver.account, receiver.call());
  const { headers = {}, body = "" } = receiver.received[0] ?? {};
  const now = Date.parse(receiver.now);
  assert.equal(isAuthentic(headers, body, SECRET, now + 300_000), true);
  assert.equal(isAuthentic(headers, body, SECRET, now + 301_000), false);
  assert.equal(isAuthentic(headers, `${body} `, SECRET, now), false);
  assert.equal(isAuthentic(headers, body, "another", now), false);
  assert.equal(isAuthentic({}, body, SECRET, now), false);
});
