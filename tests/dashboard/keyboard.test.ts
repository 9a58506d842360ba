import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { walkByKeyboard, walkDays } from "./keyboard.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

let stage: Stage;
let place: Place;
let postId: number;
let opened: Awaited<ReturnType<typeof aBrowser>>;
let window: Window;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Thu 17:30"] });
  postId = await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await aPost(place, { publishMode: "QUEUE", caption: "Sourdough" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rolls" });
  await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  await stage.settle();
  const email = await aMember(stage, place, "admin");
  await must(stage.admin("PATCH", `/users?user=${encodeURIComponent(email)}`, { operator: true }));
  window = await aDashboardWindow(opened.browser, stage, { email });
  await window.page.clock.setFixedTime(stage.now());
});
after(async () => {
  await window[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** Each page, and something on it that shows that it is there and that the Tab key reaches. */
const PAGES: readonly (readonly [path: string, own: RegExp])[] = [
  ["/", /Bakery/],
  ["/settings/profile", /New password/],
  ["/settings/api", /New key/],
  ["/operator", /Back up now|Networks/],
  ["/brands/:brand", /Rye with walnuts/],
  ["/brands/:brand/write", /Queue/],
  ["/brands/:brand/posts/:post/edit", /Save/],
  ["/brands/:brand/calendar", /Rye with walnuts/],
  ["/brands/:brand/calendar?view=week", /Today/],
  ["/brands/:brand/calendar?view=list", /Rye with walnuts/],
  ["/brands/:brand/queue", /Move Sourdough up/],
  ["/brands/:brand/import", /Choose a file/],
  ["/brands/:brand/published", /Bluesky, .*What happened/],
  ["/brands/:brand/analytics", /CSV|Channel|Days|Counts/],
  ["/brands/:brand/media", /loaf\.png/],
  ["/brands/:brand/automations", /New automation/],
  ["/brands/:brand/collections", /Bread/],
  ["/brands/:brand/collections/:collection", /slot/i],
  ["/brands/:brand/channels", /Mastodon/],
  ["/brands/:brand/settings", /Save/],
];

/** An hour of a day's column is a short cut for pointers: "Add a slot" above the column asks for the time. */
const ALSO_ELSEWHERE = /^button Add \w+day \d{1,2}:00\s[AP]M$/;

for (const [address, own] of PAGES) {
  test(`by keyboard alone everything on ${address} is reached, shows where one is, and lets go`, async () => {
    const path = address
      .replace(":brand", String(place.brandId))
      .replace(":post", String(postId))
      .replace(":collection", String(place.collectionId));
    await window.open(path);
    await eventually(`${address} is there`, async () => own.test(await window.page.getByRole("main").ariaSnapshot()));
    const { reached, unmarked, trap, ...walk } = await walkByKeyboard(window.page);
    const days = await walkDays(window.page);
    // On a day, N is what a click on its free space is.
    const byDay = new Set(days.flatMap((name) => [name, `a Write for ${/\w+day, \w+ \d.*$/.exec(name)?.[0]}`]));
    const missed = walk.missed.filter((name) => !ALSO_ELSEWHERE.test(name) && !byDay.has(name));
    assert.deepEqual({ missed, unmarked, trap }, { missed: [], unmarked: [], trap: null }, reached.join("\n"));
    assert.equal(reached[0], "a Skip to content");
    assert.ok(
      reached.some((name) => own.test(name)),
      reached.join("\n"),
    );
  });
}

for (const view of ["month", "week"]) {
  test(`N on a day of the ${view} that the arrow keys reach writes for that day`, async () => {
    await window.open(`/brands/${place.brandId}/calendar?view=${view}`);
    await eventually(`the ${view} is there`, async () => /Today/.test(await window.page.getByRole("main").ariaSnapshot()));
    await walkByKeyboard(window.page);
    assert.notDeepEqual(await walkDays(window.page), []);
    await window.page.keyboard.press("n");
    await window.page.waitForURL(/\/write\?date=/);
  });
}
