import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../app.ts";
import { outgoingMedia } from "./outgoing.ts";
import type { StoredMedia } from "./stored.ts";

/** What networks are told that a file is called. */
async function nameOf(name: string, mime: string): Promise<string> {
  const app = { storage: { sizeOf: async () => 9 } } as unknown as App;
  const media = { id: "1", name, mime, sizeBytes: 9, storageKey: "k" } as unknown as StoredMedia;
  return (await outgoingMedia(app, media, { alt: null, link: () => "" }).file()).name;
}

test("a video goes out under a name that says what it is, and other files under their own", async () => {
  assert.equal(await nameOf("oven.m4v", "video/mp4"), "oven.mp4");
  assert.equal(await nameOf("oven", "video/mp4"), "oven.mp4");
  assert.equal(await nameOf("Brot v1.2 fertig", "video/quicktime"), "Brot v1.2 fertig.mov");
  assert.equal(await nameOf("IMG_1.MOV", "video/quicktime"), "IMG_1.MOV");
  assert.equal(await nameOf("menu.pdf", "application/pdf"), "menu.pdf");
});
