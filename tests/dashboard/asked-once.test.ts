import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { aDashboard } from "../../server/src/testing/dashboard.ts";
import { watch } from "../../server/src/testing/events.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

/** What a page asks of the service as it opens: everything once, and again only what may have changed meanwhile. */

let stage: Stage;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let place: Place;
let email: string;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye" });
  email = await aMember(stage, place, "admin");
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** The addresses that the page asks, in order, with how often: but for files and for the stream of changes. */
function askedBy(page: Page): () => Readonly<Record<string, number>> {
  const asked = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith("/app/api/") || pathname.endsWith("/events")) return;
    const address = `${request.method()} ${pathname}${search}`;
    asked.set(address, (asked.get(address) ?? 0) + 1);
  });
  return () => Object.fromEntries(asked);
}

/** Keeps what the stream of changes says as it begins. */
const KEEP_READY = `
  globalThis.ready = [];
  const Original = EventSource;
  globalThis.EventSource = class extends Original {
    constructor(url) {
      super(url);
      this.addEventListener("ready", ({ data }) => globalThis.ready.push(JSON.parse(data)));
    }
  };
`;

const readyOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { ready: unknown[] }).ready);

const PAGES = ["", "/calendar", "/queue", "/published", "/analytics", "/media", "/channels", "/collections", "/automations", "/settings"];

test("an opened page asks each address once, and once more when something has changed", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await page.addInitScript(KEEP_READY);
  for (const [at, path] of PAGES.entries()) {
    const asked = askedBy(page);
    await window.open(`/brands/${place.brandId}${path}`);
    await page.waitForFunction(() => (globalThis as unknown as { ready: unknown[] }).ready.length > 0);
    assert.deepEqual(await readyOf(page), [{ missed: false }], path);
    const once = asked();
    assert.ok(Object.keys(once).length > 1, path);
    assert.deepEqual(
      Object.entries(once).filter(([, times]) => times > 1),
      [],
      path,
    );
    await must(stage.admin("PATCH", `/brands/${place.brandId}`, { title: `Bakery ${at}` }));
    await page.getByText(`Bakery ${at}`).first().waitFor();
    assert.equal(asked()["GET /app/api/session"], 2, path);
    assert.deepEqual(
      Object.entries(asked()).filter(([, times]) => times > 2),
      [],
      path,
    );
    // What the page asks once more must not count for the next one.
    await page.goto("about:blank");
    page.removeAllListeners("request");
  }
  assert.deepEqual(window.troubles, []);
});

test("what changes after a page was read and before its stream of changes begins is shown", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await page.addInitScript(KEEP_READY);
  const change = Promise.withResolvers<void>();
  await page.route("**/events?*", async (route) => {
    await change.promise;
    await route.continue();
  });
  await window.open(`/brands/${place.brandId}/collections`);
  await page.getByText("Bread", { exact: true }).first().waitFor();
  await using other = await watch(stage, await aDashboard(stage, email), place.brandId);
  await must(place.api("POST", "/collections", { title: "Rolls", channels: [] }));
  await eventually("others have been told", () => other.nouns().includes("collections"));
  change.resolve();
  await page.getByText("Rolls", { exact: true }).first().waitFor();
  assert.deepEqual(await readyOf(page), [{ missed: true }]);
  assert.deepEqual(window.troubles, []);
});
