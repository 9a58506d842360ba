import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

// A process of its own: it takes minutes, so it starts first.

let stage: Stage;
let place: Place;
let postId: number;
let email: string;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "X", "Instagram"], queues: ["Mon 09:00", "Thu 17:30"] });
  postId = await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rolls" });
  await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  await stage.settle();
  email = await aMember(stage, place, "admin");
  await must(stage.admin("PATCH", `/users?user=${encodeURIComponent(email)}`, { operator: true }));
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Every page of the dashboard, and every dialog that has an address. */
const PAGES = [
  "/?dialog=brand",
  "/?dialog=bring",
  "/welcome",
  "/settings/profile",
  "/settings/api",
  "/settings/api?dialog=key",
  "/settings/share",
  "/operator?tab=service",
  "/operator?tab=networks",
  "/operator?tab=people",
  "/operator?tab=history",
  "/brands/:brand",
  "/brands/:brand/write",
  "/brands/:brand/posts/:post/edit",
  "/brands/:brand/calendar",
  "/brands/:brand/calendar?view=week",
  "/brands/:brand/calendar?view=list",
  "/brands/:brand/queue",
  "/brands/:brand/import",
  "/brands/:brand/published",
  "/brands/:brand/published?bin=true",
  "/brands/:brand/analytics",
  "/brands/:brand/media",
  "/brands/:brand/automations",
  "/brands/:brand/automations?open=new",
  "/brands/:brand/collections",
  "/brands/:brand/collections?create=true",
  "/brands/:brand/collections/:collection",
  "/brands/:brand/collections/:collection?tab=settings",
  "/brands/:brand/collections/:collection?delete=true",
  "/brands/:brand/collections/:collection?dialog=times",
  "/brands/:brand/channels",
  "/brands/:brand/channels?channel=:channel",
  "/brands/:brand/channels?channel=:channel&part=preferences",
  "/brands/:brand/channels?channel=:channel&part=reconnect",
  "/brands/:brand/channels?connect=any",
  "/brands/:brand/channels?connect=instagram",
  "/brands/:brand/settings",
  "/brands/:brand/settings?dialog=delete",
  "/brands/:brand/notifications",
  "/brands/:brand/history",
  "/brands/:brand/webhooks",
  "/brands/:brand/webhooks?dialog=new",
] as const;

const LANGUAGES = ["en", "de", "fr"] as const;
/** Colours are held in both schemes wherever barriers are looked for; the layout may still differ. */
const LOOKS = [
  { size: "desktop", colorScheme: "light" },
  { size: "phone", colorScheme: "dark" },
] as const;

for (const language of LANGUAGES) {
  // In windows beside each other: each waits half of its time for its page to come to rest.
  describe(`in ${language}`, { concurrency: true }, () => {
    for (const look of LOOKS) {
      test(`no page has a barrier or scrolls sideways, in ${language}, ${look.size} and ${look.colorScheme}`, async (t) => {
        await using window = await aDashboardWindow(opened.browser, stage, { email, language, ...look });
        await window.page.clock.setFixedTime(stage.now());
        for (const address of PAGES) {
          await t.test(address, async () => {
            await window.open(at(address));
            await window.page.waitForLoadState("networkidle");
            assert.equal((await window.page.locator("html").getAttribute("lang"))?.slice(0, 2), language);
            assert.deepEqual(await window.barriers(), []);
            const sideways = () => window.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            await eventually("nothing is wider than the window", async () => (await sideways()) <= 0);
            assert.deepEqual(window.troubles, []);
          });
        }
      });
    }
  });
}

/** In bytes, as gzip makes them: what a person on a slow connection waits for. */
const SCRIPTS_BYTES_MAX = 300_000;

for (const language of ["en", "de"]) {
  test(`the scripts of the first page have at most 300 kB in ${language}`, async () => {
    await using window = await aDashboardWindow(opened.browser, stage, { email, language });
    const { page } = window;
    const read: Promise<readonly [name: string, bytes: number]>[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      const isScript = pathname.startsWith("/app/assets/") && pathname.endsWith(".js");
      if (isScript) read.push(response.body().then((body) => [pathname, gzipSync(body).length] as const));
    });
    await page.goto(`${stage.url}/brands/${place.brandId}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(read);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    assert.ok(total > 0, "no script was seen");
    assert.ok(total <= SCRIPTS_BYTES_MAX, JSON.stringify([total, ...sizes]));
  });
}

function at(address: string): string {
  return address
    .replace(":brand", String(place.brandId))
    .replace(":post", String(postId))
    .replace(":collection", String(place.collectionId))
    .replace(":channel", String(place.channelIds[0]));
}
