import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { textAt } from "../../sandbox/meta/testing/answers.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const pageAt = async (path: string) => {
  const reply = await fetch(`${stage.world.baseUrl}${path}`);
  return { status: reply.status, text: await reply.text() };
};

test("The feed shows a post with its card, photos with their descriptions, stories by their name, and readers' comments", async () => {
  const photo = (alt: string) => stage.make("photos", { url: stage.link("a.jpg"), published: "false", alt_text_custom: alt });
  const id = await stage.make("feed", { message: "Fresh bread", link: "https://shop.example/bread" });
  await stage.make("feed", { message: "Look", attached_media: JSON.stringify([{ media_fbid: await photo("A round loaf") }]) });
  await stage.ask("POST", `/${stage.pageId}/photo_stories`, { photo_id: await photo("") });
  const reaction = new URLSearchParams({ post: id, kind: "comment", text: "Yum" });
  assert.equal((await fetch(`${stage.world.baseUrl}/_react`, { method: "POST", body: reaction, redirect: "manual" })).status, 303);
  const { text } = await pageAt("/");
  for (const words of ["Fresh bread", "<strong>shop.example</strong>", "/bread", 'alt="A round loaf"', ">Story<", "Yum"]) {
    assert.ok(text.includes(words), words);
  }
});

test("A post's address leads to it, and that of none nowhere", async () => {
  const id = await stage.make("feed", { message: "Fresh bread" });
  const address = textAt(await stage.ask("GET", `/${id}`, { fields: "permalink_url" }), "permalink_url");
  const path = address.slice(stage.world.baseUrl.length);
  assert.match((await pageAt(path)).text, /Fresh bread/);
  assert.equal((await pageAt(path.replace(/\d+$/, "5"))).status, 404);
});

test("The picture of Pages and persons is there", async () => {
  const reply = await fetch(`${stage.world.baseUrl}/www/picture.png`);
  assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, "image/png"]);
});

test("A file that is not there is not found", async () => {
  assert.equal((await pageAt("/www/files/1")).status, 404);
});
