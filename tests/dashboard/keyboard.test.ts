import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AdvisoryLocks, LOCK_SPACES } from "../../server/src/ground/database/locks.ts";
import { runImports } from "../../server/src/intake/imports/loop.ts";
import { aFeedPlace, type FeedPlace } from "../../server/src/testing/automations.ts";
import { aPlace, aPost, must } from "../../server/src/testing/builders.ts";
import { aDashboard } from "../../server/src/testing/dashboard.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { loaf } from "../../server/src/testing/feeds.ts";
import { aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { keysOf, walkByKeyboard, walkDays } from "./keyboard.ts";
import { MAIN_WORKS } from "./main-works.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

let stage: Stage;
let feed: FeedPlace;
let made: Readonly<Record<string, string | number>>;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let window: Window;
const stop = new AbortController();
let locks: AdvisoryLocks;
let imports: Promise<void>;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  opened = await aBrowser();
  locks = new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.imports);
  imports = runImports(stage.app, { locks, stop: stop.signal });
  feed = await aFeedPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Thu 17:30"] });
  feed.has([loaf(1)]);
  const { place } = feed;
  const post = await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await aPost(place, { publishMode: "QUEUE", caption: "Sourdough" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 11:15:00", caption: "Currant buns" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rolls" });
  await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  await stage.settle();
  const email = await aMember(stage, place, "admin");
  await must(stage.admin("PATCH", `/users?user=${encodeURIComponent(email)}`, { operator: true }));
  await must(stage.admin("POST", "/brands", { owner: email, title: "Mill", timezone: "Europe/Berlin" }));
  const other = await aPlace(stage);
  const host = await aDashboard(stage, await aMember(stage, other, "admin"));
  const invitation = await must(host.call("POST", `/brands/${other.brandId}/invitations`, { role: "editor" }));
  made = { brand: place.brandId, collection: place.collectionId, post, secret: invitation.url.split("/").at(-1), feed: feed.feedUrl };
  window = await aDashboardWindow(opened.browser, stage, { email });
  await window.page.clock.setFixedTime(stage.now());
  await window.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
});
after(async () => {
  stop.abort();
  await imports;
  await locks[Symbol.asyncDispose]();
  await window[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await feed[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const at = (text: string) => text.replaceAll(/:([a-z]+)/g, (all, name) => String(made[name] ?? all));

/** An hour of a day's column is a short cut for pointers: "Add a slot" above the column asks for the time. */
const ALSO_ELSEWHERE = /^button Add \w+day \d{1,2}:00\s[AP]M$/;

for (const { address, own } of MAIN_WORKS) {
  test(`by keyboard alone everything on ${address} is reached, shows where one is, and lets go`, async () => {
    await window.open(at(address));
    await eventually(`${address} is there`, async () => own.test(await window.page.locator("body").ariaSnapshot()));
    const { reached, unmarked, trap, ...walk } = await walkByKeyboard(window.page);
    const days = await walkDays(window.page);
    // On a day, N is what a click on its free space is.
    const byDay = new Set(days.flatMap((name) => [name, `a Write for ${/\w+day, \w+ \d.*$/.exec(name)?.[0]}`]));
    const missed = walk.missed.filter((name) => !ALSO_ELSEWHERE.test(name) && !byDay.has(name));
    assert.deepEqual({ missed, unmarked, trap }, { missed: [], unmarked: [], trap: null }, reached.join("\n"));
    const isDialog = (await window.page.getByRole("dialog").count()) > 0;
    if (!isDialog) assert.equal(reached[0], "a Skip to content");
    assert.ok(
      reached.some((name) => own.test(name)),
      reached.join("\n"),
    );
  });
}

for (const view of ["month", "week"]) {
  test(`N on a day of the ${view} that the arrow keys reach writes for that day`, async () => {
    await window.open(at(`/brands/:brand/calendar?view=${view}`));
    await eventually(`the ${view} is there`, async () => /Today/.test(await window.page.getByRole("main").ariaSnapshot()));
    await walkByKeyboard(window.page);
    assert.notDeepEqual(await walkDays(window.page), []);
    await window.page.keyboard.press("n");
    await window.page.waitForURL(/\/write\?date=/);
  });
}

for (const { address, own, work, by, seen } of MAIN_WORKS) {
  test(`by keyboard alone ${work} on ${address}`, async () => {
    await window.open(at(address));
    const keys = keysOf(window.page);
    await keys.sees(own);
    await by(keys, at);
    await keys.sees(seen);
  });
}
