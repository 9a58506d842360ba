import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Thu 17:30"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await aPost(place, { publishMode: "QUEUE", caption: `Long ${"word ".repeat(80)}` });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test("who signs in with one brand sees at once what leaves next in it and what will not, and why", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open("/");
  await page.getByRole("heading", { name: "Bakery", level: 1 }).waitFor();
  const monday = page.getByRole("region", { name: "Monday, November 23" });
  const rye = monday.getByRole("button", { name: /Rye with walnuts/ });
  assert.match(await rye.innerText(), /9:00 AM\s+Rye with walnuts/);
  assert.equal(await rye.getByRole("img", { name: "Mastodon, Bluesky" }).count(), 1);
  const thursday = page.getByRole("region", { name: "Thursday, November 26" });
  assert.match(await thursday.innerText(), /5:30 PM\s+Long word/);
  assert.match(await page.getByRole("region", { name: "Tuesday, November 24" }).innerText(), /No post/);
  const needs = page.getByRole("region", { name: "Needs you" });
  assert.match(await needs.innerText(), /Long word.* will not reach Bluesky/);
  assert.match(await needs.innerText(), /The text has 405 characters; Bluesky takes 300\./);
  assert.equal(await page.title(), "Overview · Rostrum");
  await window.picture("overview");
  assert.deepEqual(window.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with home and overview on a ${size}, ${colorScheme}`, async () => {
      await using window = await aDashboardWindow(opened.browser, stage, {
        email: await aMember(stage, place, "viewer"),
        size,
        colorScheme,
      });
      for (const path of ["/", `/brands/${place.brandId}`]) {
        await window.open(path);
        await window.picture(`${path === "/" ? "home" : "overview"}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], path);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}

test("without a session every address of the dashboard leads to sign-in and back; other brands are not there", async () => {
  const reply = await fetch(`${stage.url}/brands/${place.brandId}`, { redirect: "manual" });
  assert.deepEqual([reply.status, reply.headers.get("location")], [303, `/sign-in?return_to=%2Fbrands%2F${place.brandId}`]);
  const other = await aPlace(stage);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  await window.open(`/brands/${other.brandId}`);
  assert.equal(await window.page.getByRole("heading", { level: 1 }).innerText(), "There is nothing here");
});

test("a paused queue is said first", async () => {
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  await window.open(`/brands/${place.brandId}`);
  await window.page.getByRole("region", { name: "Needs you" }).waitFor();
  const [first] = await window.page.getByRole("region", { name: "Needs you" }).getByRole("listitem").allInnerTexts();
  assert.match(first ?? "", /The queue is paused\s+2 posts wait/);
});
