import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Locator, Page } from "playwright-core";
import { aPlace, aPost, must, type Place, readPost } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

// A process of its own: it takes minutes, so it starts first.

let stage: Stage;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

type Look = Pick<Parameters<typeof aDashboardWindow>[2], "size" | "colorScheme">;

/** The page's clock is the service's. */
async function aWindowOn(place: Place, path: string, role: "editor" | "viewer" = "editor", look: Look = {}): Promise<Window> {
  const window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, role), ...look });
  await window.page.clock.setFixedTime(stage.now());
  await window.open(`/brands/${place.brandId}${path}`);
  await window.page.getByRole("heading", { level: 1 }).waitFor();
  return window;
}

async function aPlan(): Promise<Place & { readonly ids: readonly number[] }> {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Thu 17:30"] });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Published today" });
  await stage.settle();
  const ids = [
    await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 12:15:00", caption: "Walnut bread" }),
    await aPost(place, { publishMode: "QUEUE", caption: "Rye in the queue" }),
    await aPost(place, { publishMode: "QUEUE", caption: `Long ${"word ".repeat(80)}` }),
    await aPost(place, { publishMode: "DRAFT", caption: "A draft of rolls" }),
  ];
  return { ...place, ids };
}

function day(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

async function dateOf(place: Place, id: number | undefined): Promise<string | null> {
  return (await readPost(place, id ?? 0)).postDate;
}

async function drag(page: Page, what: RegExp, onto: Locator): Promise<void> {
  await page.getByRole("link", { name: what }).hover();
  await page.mouse.down();
  const box = await onto.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 8 });
  await page.mouse.move(box.x + box.width / 2, box.y + 24);
  await page.mouse.up();
}

test("a month shows time, state and channels of each post, and marks today", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await day(page, "Wednesday, November 25, 2026")
    .getByRole("link", { name: /12:15 PM.*Walnut bread.*Scheduled.*Mastodon, Bluesky/ })
    .waitFor();
  await day(page, "Monday, November 23, 2026")
    .getByRole("link", { name: /9:00 AM.*Rye in the queue.*In the queue/ })
    .waitFor();
  await day(page, "Saturday, November 21, 2026")
    .getByRole("link", { name: /10:00 AM.*Published today.*Published/ })
    .waitFor();
  await day(page, "Thursday, November 26, 2026")
    .getByRole("link", { name: /Long.*Bluesky.*300/ })
    .waitFor();
  await day(page, "Saturday, November 21, 2026")
    .getByRole("link", { name: /^21 Today/ })
    .waitFor();
  assert.match(await page.getByRole("complementary", { name: "Drafts" }).innerText(), /Drafts\s*1[\s\S]*A draft of rolls/);
  await day(page, "Thursday, December 3, 2026")
    .getByRole("button", { name: /Free slot: Thu, Dec 3, 5:30 PM, Bread\. Write for it/ })
    .waitFor();
  await window.picture("calendar-month");
  assert.deepEqual(window.troubles, []);
});

test("a post that is dragged to another day keeps its time of day, and the move can be undone with the button and the keyboard", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await drag(page, /Walnut bread/, day(page, "Friday, November 27, 2026"));
  await day(page, "Friday, November 27, 2026")
    .getByRole("link", { name: /12:15 PM.*Walnut/ })
    .waitFor();
  assert.equal(await dateOf(place, place.ids[0]), "2026-11-27 11:15:00");
  // As long as it is shown, it works.
  await page.clock.setFixedTime(addSeconds(stage.now(), 60));
  await page.getByRole("button", { name: "Undo" }).click();
  await day(page, "Wednesday, November 25, 2026")
    .getByRole("link", { name: /Walnut/ })
    .waitFor();
  assert.equal(await dateOf(place, place.ids[0]), "2026-11-25 11:15:00");
  await drag(page, /Rye in the queue/, day(page, "Tuesday, December 1, 2026"));
  await day(page, "Tuesday, December 1, 2026")
    .getByRole("link", { name: /9:00 AM.*Rye.*Scheduled/ })
    .waitFor();
  await page.keyboard.press("Control+z");
  await day(page, "Monday, November 23, 2026")
    .getByRole("link", { name: /Rye.*In the queue/ })
    .waitFor();
  assert.deepEqual(window.troubles, []);
});

test("the same by keyboard: space lifts, arrow keys lead from day to day, and it is said aloud", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByRole("link", { name: /Walnut bread/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("status").filter({ hasText: "Over Wednesday, November 25, 2026." }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("status").filter({ hasText: "Over Thursday, November 26, 2026." }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("status").filter({ hasText: "Over Thursday, December 3, 2026." }).waitFor();
  await page.keyboard.press("Space");
  await day(page, "Thursday, December 3, 2026")
    .getByRole("link", { name: /12:15 PM.*Walnut/ })
    .waitFor();
  assert.equal(await dateOf(place, place.ids[0]), "2026-12-03 11:15:00");
});

test("a post's menu moves it to a date and time, and a time that has passed is said next to the field", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByRole("button", { name: "Move A draft of rolls" }).click();
  await page.getByRole("menuitem", { name: "To a date and time…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Day").fill("2026-11-20");
  await dialog.getByLabel("Time").fill("08:30");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByText("It must leave at least 10 minutes from now.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.picture("calendar-dialog");
  await dialog.getByLabel("Day").fill("2026-11-24");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await day(page, "Tuesday, November 24, 2026")
    .getByRole("link", { name: /8:30 AM.*A draft of rolls/ })
    .waitFor();
  assert.equal(await dateOf(place, place.ids[3]), "2026-11-24 07:30:00");
});

test("several posts are chosen, shifted by days together, and led back with one undo; deletion asks first", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select Rye in the queue" }).check();
  await page.getByRole("link", { name: /Walnut bread/ }).click({ modifiers: ["Shift"] });
  await page.getByText("2 posts selected").first().waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.picture("calendar-chosen");
  await page.getByRole("button", { name: "Shift by days…" }).click();
  await page.getByRole("dialog").getByLabel("Days").fill("2");
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await day(page, "Friday, November 27, 2026")
    .getByRole("link", { name: /12:15 PM.*Walnut/ })
    .waitFor();
  await day(page, "Wednesday, November 25, 2026")
    .getByRole("link", { name: /9:00 AM.*Rye/ })
    .waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await day(page, "Monday, November 23, 2026")
    .getByRole("link", { name: /Rye.*In the queue/ })
    .waitFor();
  await page.getByRole("checkbox", { name: "Select Walnut bread" }).check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByText("It goes to the bin.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("link", { name: /Walnut bread/ }).waitFor({ state: "detached" });
  assert.equal(await readPost(place, place.ids[0] ?? 0), undefined);
});

test("what somebody else has changed meanwhile is not moved, and the reason is said", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  // What others change would be shown before anything is clicked.
  await page.route("**/events?*", (route) => route.abort());
  await page.reload();
  await page.getByRole("link", { name: /Walnut bread/ }).waitFor();
  stage.pass(1);
  await must(place.api("PATCH", `/posts/${place.ids[0]}`, { publishMode: "SCHEDULE", scheduledAt: "2026-11-28 12:15:00" }));
  await page.getByRole("button", { name: "Move Walnut bread" }).click();
  await page.getByRole("menuitem", { name: "Make it a draft" }).click();
  await page.getByText("Somebody has changed it since it was shown here: it is due 2026-11-28 12:15 (Europe/Berlin) now.").waitFor();
  await day(page, "Saturday, November 28, 2026")
    .getByRole("link", { name: /Walnut/ })
    .waitFor();
});

test("in a week whole cards stand one below the other, also where two posts are 45 minutes apart", async () => {
  const place = await aPlan();
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 13:00:00", caption: "Forty-five minutes later" });
  await using window = await aWindowOn(place, "/calendar?view=week&date=2026-11-24");
  const { page } = window;
  const boxOf = async (name: RegExp) => {
    const box = await page.getByRole("link", { name }).boundingBox();
    assert.ok(box);
    return box;
  };
  const column = day(page, "Wednesday, November 25, 2026");
  await column.getByText("2 of 2", { exact: true }).waitFor();
  const [first, second] = [await boxOf(/Walnut bread/), await boxOf(/Forty-five minutes later/)];
  assert.ok(second.y >= first.y + first.height, "one below the other");
  for (const { width } of [first, second]) assert.ok(width > 100, `a card is ${width} pixels wide`);
  assert.ok(first.y < 400, "nothing has to be scrolled to");
  await window.picture("calendar-week");
  assert.deepEqual(await window.barriers(), []);
});

test("a draft that is dropped on a free slot gets its date; a later click on one writes for it", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar?view=week&date=2026-11-30");
  const { page } = window;
  const slot = page.getByRole("button", { name: /Free slot: Thu, Dec 3, 5:30 PM, Bread\. Write for it/ });
  await slot.waitFor();
  await drag(page, /A draft of rolls/, slot);
  await page.getByText("Moved to Thu, Dec 3, 5:30 PM.").waitFor();
  assert.equal(await dateOf(place, place.ids[3]), "2026-12-03 16:30:00");
  await slot.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /Free slot: Mon, Nov 30, 9:00 AM, Bread\. Write for it/ }).click();
  await page.waitForURL(`**/write?collection=${place.collectionId}`);
  await page.goBack();
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: /Free slot: Thu, Dec 10, 5:30 PM, Bread\. Write for it/ }).click();
  await page.waitForURL(`**/write?collection=${place.collectionId}&date=2026-12-10T17%3A30`);
});

test("a post that is dropped on a day that has passed stays, and a toast says why", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await drag(page, /Walnut bread/, day(page, "Wednesday, November 18, 2026"));
  await page.getByText("That time has passed, so nothing was moved. Choose a later one.").waitFor();
  assert.equal(await dateOf(place, place.ids[0]), "2026-11-25 11:15:00");
});

test("several moves of a post are taken back one after the other, the latest first", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  const on = (name: string) => day(page, name).getByRole("link", { name: /Walnut/ });
  await drag(page, /Walnut bread/, day(page, "Friday, November 27, 2026"));
  await page.getByText("Moved to Fri, Nov 27, 12:15 PM.").waitFor();
  await drag(page, /Walnut bread/, day(page, "Tuesday, December 1, 2026"));
  await page.getByText("Moved to Tue, Dec 1, 12:15 PM.").waitFor();
  await page.keyboard.press("Control+z");
  await on("Friday, November 27, 2026").waitFor();
  await page.getByText("Undone.").first().waitFor();
  await page.keyboard.press("Control+z");
  await on("Wednesday, November 25, 2026").waitFor();
  assert.equal(await dateOf(place, place.ids[0]), "2026-11-25 11:15:00");
  assert.deepEqual(window.troubles, []);
});

test("what is queued in a collection without times has a place of its own, which leads to times for it", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "QUEUE", caption: "Nobody knows when" });
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  const waiting = page.getByRole("region", { name: "Waiting without a date" });
  await waiting.getByRole("link", { name: /Nobody knows when/ }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.picture("calendar-waiting");
  await waiting.getByRole("link", { name: "Choose times for Bread" }).click();
  const dialog = page.getByRole("dialog", { name: "When should Bread publish?" });
  await dialog.getByRole("radio", { name: "Monday, Wednesday and Friday at 9:00 AM" }).check();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Save times" }).click();
  await page.getByText("Bread publishes at these times from now on.").waitFor();
  await window.open(`/brands/${place.brandId}/calendar`);
  await day(page, "Monday, November 23, 2026")
    .getByRole("link", { name: /9:00 AM.*Nobody knows when/ })
    .waitFor();
  assert.equal(await waiting.count(), 0);
});

test("a post opens beside the calendar, which the address says; keys step through posts, and closing leads back to the card", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByRole("link", { name: /Rye in the queue/ }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Post" });
  await panel.getByRole("heading", { name: "Mon, Nov 23, 9:00 AM" }).waitFor();
  await panel.getByText("Number 1 of 2 in the queue").waitFor();
  await page.waitForURL(`**/calendar?post=${place.ids[1]}`);
  assert.deepEqual(await window.barriers(), []);
  await window.picture("calendar-post");
  await page.keyboard.press("j");
  await panel.getByText("Walnut bread").waitFor();
  await page.keyboard.press("j");
  await panel.getByText(/Bluesky takes 300/).waitFor();
  await page.keyboard.press("k");
  await panel.getByText("Walnut bread").waitFor();
  await page.reload();
  await panel.getByText("Walnut bread").waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.waitForURL("**/calendar");
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Walnut bread"));
  assert.deepEqual(window.troubles, []);
});

test("its panel shows a post as readers of one network at a time see it, and which networks it leaves out", async () => {
  const place = await aPlan();
  const [rye, long] = [place.ids[1] ?? 0, place.ids[2] ?? 0];
  const { version, caption } = await must(stage.admin("GET", `/../posts/${rye}`));
  await must(stage.admin("PATCH", `/../posts/${rye}`, { version, caption, leftOut: [place.channelIds[0]] }));
  await using window = await aWindowOn(place, `/calendar?post=${rye}`);
  const { page } = window;
  const panel = page.getByRole("complementary", { name: "Post" });
  await panel.getByRole("article", { name: "Preview on Bluesky" }).getByText("Rye in the queue").waitFor();
  await panel.getByRole("tab", { name: /^Bluesky: / }).focus();
  await page.keyboard.press("ArrowRight");
  await panel.getByRole("article", { name: "Preview on Mastodon" }).waitFor();
  await panel.getByText("Mastodon is left out this time.").waitFor();
  await panel.getByRole("tab", { name: /^Mastodon: .*, left out this time$/, selected: true }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.open(`/brands/${place.brandId}/calendar?post=${long}`);
  await panel.getByRole("tab", { name: /^Bluesky: .*, Failed$/ }).click();
  await panel
    .getByRole("article", { name: "Preview on Bluesky" })
    .getByText(/^Long word/)
    .waitFor();
  await panel.getByText(/Bluesky takes 300/).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a viewer's page of a post shows it as its networks do", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, `/posts/${place.ids[1]}/edit`, "viewer");
  const { page } = window;
  await page.getByRole("article", { name: "Preview on Mastodon" }).getByText("Rye in the queue").waitFor();
  await page.getByRole("heading", { name: "Mon, Nov 23, 9:00 AM" }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await window.picture("post-viewer");
  assert.deepEqual(window.troubles, []);
});

test("from its panel a post is changed and one is back where one was, copied, moved, published and deleted", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, `/calendar?view=week&date=2026-11-24&post=0`);
  const { page } = window;
  await page.getByRole("link", { name: /Walnut bread/ }).click();
  const panel = page.getByRole("complementary", { name: "Post" });
  const edit = panel.getByRole("link", { name: "Edit" });
  const back = encodeURIComponent(`/brands/${place.brandId}/calendar?view=week&date=2026-11-24&post=${place.ids[0]}`);
  assert.equal(await edit.getAttribute("href"), `/brands/${place.brandId}/posts/${place.ids[0]}/edit?back=${back}`);
  await panel.getByRole("button", { name: "Duplicate" }).click();
  await page.getByText("A copy is in the drafts.").waitFor();
  await panel.getByRole("button", { name: "Move" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Time").fill("15:00");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await panel.getByRole("heading", { name: "Wed, Nov 25, 3:00 PM" }).waitFor();
  await panel.getByRole("button", { name: "Publish now" }).click();
  await dialog.getByText("Nothing is sent twice.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("It is on its way.").waitFor();
  await stage.settle();
  await panel.getByText("Where it went").waitFor();
  await panel.getByRole("button", { name: "Use again" }).waitFor();
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: /Rye in the queue/ }).click();
  await panel.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await panel.waitFor({ state: "detached" });
  assert.equal(await readPost(place, place.ids[1] ?? 0), undefined);
  await page.getByText("In the bin.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("Undone.").waitFor();
  await page.getByRole("link", { name: /Rye in the queue/ }).waitFor();
  assert.equal((await readPost(place, place.ids[1] ?? 0))?.id, place.ids[1]);
});

test("a deletion that is taken back says when a file of the post is gone meanwhile, and leads to the post", async () => {
  const place = await aPlace(stage);
  const file = await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  const scheduledAt = "2026-11-25 12:15:00";
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt, caption: "Walnut bread", media: [{ id: file }] });
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByRole("link", { name: /Walnut bread/ }).click();
  const panel = page.getByRole("complementary", { name: "Post" });
  await panel.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("In the bin.").waitFor();
  await must(stage.admin("POST", `/../brands/${place.brandId}/media/deletion`, { ids: [file] }));
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("Undone, but one of its files has since been deleted. Add another before it goes out.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL(new RegExp(`/posts/${id}/edit`));
  assert.deepEqual(window.troubles, []);
});

test("by keyboard arrows lead from day to day, also beyond the last one; Enter opens a post, N writes, T leads back to today", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  const on = (name: string) => page.waitForFunction((text) => document.activeElement?.textContent?.includes(text), name);
  await page.getByRole("link", { name: /^21 Today/ }).focus();
  await page.keyboard.press("ArrowRight");
  await on("Sunday, November 22, 2026");
  await page.keyboard.press("ArrowDown");
  await on("Sunday, November 29, 2026");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await on("Sunday, November 15, 2026");
  await page.keyboard.press("t");
  await page.waitForURL("**/calendar");
  await page.getByRole("link", { name: /^23 ?, Monday/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Post" }).getByText("Rye in the queue").waitFor();
  await page.keyboard.press("Escape");
  // The focus goes to the post that was shown, and would leave the next day again.
  await page.waitForFunction(() => document.activeElement?.matches("[data-post]"));
  await page.getByRole("link", { name: /^24 ?, Tuesday/ }).focus();
  await page.keyboard.press("n");
  await page.waitForURL("**/write?date=2026-11-24");
});

test("a month of a thousand posts folds crowded days, and shows a week of them only as far as somebody asks", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const { app } = stage;
  await app.db.query(
    `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
     select $1, $2, 'Post ' || n, 'TEXT', 'SCHEDULE', 'PENDING', timestamptz '2026-12-01 08:00Z' + n * interval '43 minutes', now(), now()
     from generate_series(0, 999) n`,
    [place.brandId, place.collectionId],
  );
  await using window = await aWindowOn(place, "/calendar?date=2026-11-04");
  const { page } = window;
  await page.getByRole("button", { name: "Later" }).click();
  const more = page.getByRole("button", { name: /more on Thursday, December 10, 2026/ });
  await more.click();
  const list = page.getByRole("dialog", { name: "Thursday, December 10, 2026" });
  await list.getByRole("link", { name: /Post/ }).nth(30).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.getByText("Week", { exact: true }).click();
  await page.getByRole("button", { name: "Show 22 more" }).first().waitFor();
  await window.picture("calendar-crowded");
});

test("of crowded days what somebody opens is read whole: beside the month, in a week, in the list, by stepping and by choosing a range", async () => {
  const place = await aPlace(stage);
  await stage.app.db.query(
    `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
     select $1, $2, 'Post ' || n, 'TEXT', 'SCHEDULE', 'PENDING', timestamptz '2026-11-24 08:00Z' + (n / 70) * interval '1 day' + (n % 70) * interval '1 minute',
       now(), now()
     from generate_series(0, 139) n`,
    [place.brandId, place.collectionId],
  );
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await page.getByText("List", { exact: true }).click();
  await page.getByText("70 posts", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Show 58 more on Tuesday, November 24, 2026" }).click();
  await page.getByRole("link", { name: /Post 12\b/ }).waitFor();
  await page.getByText("Month", { exact: true }).click();
  const more = page.getByRole("button", { name: "68 more on Wednesday, November 25, 2026" });
  await more.click();
  const list = page.getByRole("dialog", { name: "Wednesday, November 25, 2026" });
  await list.getByRole("link", { name: /Post 119\b/ }).waitFor();
  await list.getByRole("button", { name: "Show 20 more" }).click();
  await list.getByRole("link", { name: /Post 139\b/ }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Post 120"));
  assert.equal(await list.getByRole("link").count(), 70);
  assert.deepEqual(await window.barriers(), []);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select Post 1", exact: true }).check();
  await page.getByRole("link", { name: /Post 71\b/ }).click({ modifiers: ["Shift"] });
  await page.getByText("71 posts selected").first().waitFor();
  await page.getByRole("button", { name: "Done selecting" }).click();
  await page.reload();
  await page.getByText("Week", { exact: true }).click();
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByRole("button", { name: "Later" }).click();
  await day(page, "Wednesday, November 25, 2026").getByText("70 of 70", { exact: true }).waitFor();
  await day(page, "Wednesday, November 25, 2026").getByRole("button", { name: "Show 50 more" }).click();
  await page.getByRole("link", { name: /Post 131\b/ }).waitFor();
  // Backwards over the end of a day that has not been read: its last post is not the last one of its first few.
  await page.getByRole("link", { name: /Post 70\b/ }).click();
  const panel = page.getByRole("complementary", { name: "Post" });
  await panel.getByText("Post 70", { exact: true }).waitFor();
  await page.keyboard.press("k");
  await panel.getByText("Post 69", { exact: true }).waitFor();
  await page.keyboard.press("j");
  await panel.getByText("Post 70", { exact: true }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("on the phone a week stands above its posts, and a tap on a day leads to them", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar?date=2026-11-23", "editor", { size: "phone" });
  const { page } = window;
  await page.getByRole("link", { name: /Rye in the queue/ }).waitFor();
  await page.getByRole("button", { name: "Wednesday, November 25, 2026, 1 post, 0 free" }).click();
  await page.getByRole("link", { name: /Rye in the queue/ }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /Walnut bread/ }).click();
  await page.getByRole("complementary", { name: "Post" }).getByRole("button", { name: "Close" }).click();
  await page.waitForURL("**/calendar?date=2026-11-25");
  await page.getByRole("button", { name: /^Saturday, November 28, 2026/ }).click();
  await page.getByText("Nothing is planned or published on this day, nor later in its week.").waitFor();
});

/** Drops a picture from elsewhere, as a browser tells the page of it. */
async function dropPicture(target: Locator): Promise<void> {
  const bytes = [...(await aPicture())];
  await target.evaluate((element, given) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(given)], "rolls.png", { type: "image/png" }));
    for (const type of ["dragenter", "dragover", "drop"]) {
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    }
  }, bytes);
}

test("a picture that is dropped on a day or a free slot begins a post there with it, and one in the past says why not", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar");
  const { page } = window;
  await day(page, "Tuesday, December 1, 2026").waitFor();
  await dropPicture(day(page, "Tuesday, November 17, 2026"));
  await page.getByText(/^That time has passed/).waitFor();
  await dropPicture(day(page, "Tuesday, December 1, 2026"));
  await page.waitForURL("**/write?date=2026-12-01&dropped=true**");
  await page.getByRole("img", { name: "rolls.png" }).first().waitFor();
  await page.goBack();
  const slot = day(page, "Thursday, December 3, 2026").getByRole("button", { name: /Free slot/ });
  await dropPicture(slot);
  await page.waitForURL(`**/write?collection=${place.collectionId}&date=2026-12-03T17%3A30&dropped=true**`);
  await page.getByRole("img", { name: "rolls.png" }).first().waitFor();
  await page.getByRole("button", { name: /^When: .*Dec 3/ }).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("viewers look and cannot move, write or choose", async () => {
  const place = await aPlan();
  await using window = await aWindowOn(place, "/calendar", "viewer");
  const { page } = window;
  await page.getByRole("link", { name: /Walnut bread/ }).waitFor();
  for (const name of [/^Move/, /^Select/]) assert.equal(await page.getByRole("button", { name }).count(), 0);
  assert.equal(await page.getByRole("link", { name: /^Write/ }).count(), 0);
});

test("the queue is reordered with buttons, with Alt and the arrow keys, and back with undo", async () => {
  const place = await aPlan();
  await aPost(place, { publishMode: "QUEUE", caption: "The third" });
  await using window = await aWindowOn(place, "/queue");
  const { page } = window;
  const order = async (...expected: RegExp[]) => {
    const rows = page.locator("[data-post]");
    await page.waitForFunction(
      (sources) => {
        const texts = [...document.querySelectorAll("[data-post]")].map((row) => row.textContent ?? "");
        return sources.every((source, index) => new RegExp(source).test(texts[index] ?? ""));
      },
      expected.map(({ source }) => source),
    );
    assert.equal(await rows.count(), expected.length);
  };
  await order(/Rye/, /Long/, /third/);
  await page.getByRole("button", { name: "Move The third up" }).click();
  await order(/Rye/, /third/, /Long/);
  await page.getByText("Moved to place 2 of 3.").waitFor();
  await page.getByRole("link", { name: "The third" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await order(/third/, /Rye/, /Long/);
  await page.getByText("Moved to place 1 of 3.").waitFor();
  const queue = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc");
  assert.equal(queue.body.data[0].body, "The third");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await order(/Rye/, /third/, /Long/);
  await window.picture("queue");
  await page.getByRole("button", { name: /^Move Rye in the queue$/ }).click();
  await page.getByRole("menuitem", { name: "Make it a draft" }).click();
  await order(/third/, /Long/);
  assert.deepEqual(window.troubles, []);
});

test("a post is dragged through a long queue, of which only what is in sight is drawn, to its first place", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const captions = Array.from({ length: 40 }, (_, index) => `Loaf ${index + 1}.`);
  for (const caption of captions) await aPost(place, { publishMode: "QUEUE", caption });
  await using window = await aWindowOn(place, "/queue");
  const { page } = window;
  page.setDefaultTimeout(60_000);
  const first = page.getByRole("link", { name: "Loaf 1." });
  await first.waitFor();
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await page.getByRole("link", { name: "Loaf 40." }).hover();
  await page.mouse.down();
  // At the upper edge of the window, the list goes on under the pointer.
  await page.mouse.move(600, 200, { steps: 8 });
  await page.mouse.move(600, 20, { steps: 8 });
  await page.waitForFunction(() => document.documentElement.scrollTop === 0);
  const box = await first.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
  await page.getByRole("status").filter({ hasText: "Place 1." }).waitFor();
  await page.mouse.up();
  await page.getByRole("status").filter({ hasText: "Put Loaf 40. at place 1." }).waitFor();
  await eventually("it is the first", async () => {
    const queue = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc");
    return queue.body.data[0].body === "Loaf 40.";
  });
});

test("keys pressed in the queue while a move is on its way count as well, and Ctrl+Z takes all of them back", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  for (const caption of ["First", "Second", "Third", "Fourth"]) await aPost(place, { publishMode: "QUEUE", caption });
  await using window = await aWindowOn(place, "/queue");
  const { page } = window;
  const sent: string[] = [];
  let answer = Promise.withResolvers<void>();
  await page.route("**/posts/moves", async (route) => {
    sent.push(route.request().postData() ?? "");
    await answer.promise;
    await route.continue();
  });
  const shown = () => page.locator("[data-post]").allTextContents();
  const stored = async () => {
    const queue = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc");
    return queue.body.data.map(({ body }: { body: string }) => body);
  };
  await page.getByRole("link", { name: "First" }).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("Alt+ArrowDown");
  await eventually("the rows have moved", async () => isDeepStrictEqual(await shown(), ["Second", "Third", "Fourth", "First"]));
  await page.getByRole("button", { name: "Move Fourth up" }).click();
  await eventually("one move is on its way", () => sent.length === 1);
  assert.deepEqual(await stored(), ["First", "Second", "Third", "Fourth"]);
  answer.resolve();
  const moved = ["Second", "Fourth", "Third", "First"];
  await eventually("all moves are stored", async () => isDeepStrictEqual(await stored(), moved));
  assert.equal(sent.length, 4);
  await page.getByText("Moved to place 2 of 4.").first().waitFor();
  assert.deepEqual(await shown(), moved);

  answer = Promise.withResolvers();
  await page.getByRole("link", { name: "Second" }).focus();
  for (const key of ["Alt+ArrowDown", "Alt+ArrowDown"]) await page.keyboard.press(key);
  await eventually("the next is on its way", () => sent.length === 5);
  for (const key of ["Control+KeyZ", "Control+KeyZ"]) await page.keyboard.press(key);
  answer.resolve();
  await page.getByText("Undone.").last().waitFor();
  await eventually("the rows are back", async () => isDeepStrictEqual(await shown(), moved));
  assert.deepEqual(await stored(), moved);
  assert.equal(sent.length, 6);
  assert.deepEqual(window.troubles, []);
});

test("Ctrl+Z in the queue takes back the move that still waits for an earlier one, and not the earlier one", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  for (const caption of ["First", "Second", "Third"]) await aPost(place, { publishMode: "QUEUE", caption });
  await using window = await aWindowOn(place, "/queue");
  const { page } = window;
  const shown = () => page.locator("[data-post]").allTextContents();
  await eventually("they are listed", async () => (await shown()).length === 3);
  // The earlier move is stored, but the page has not read the queue again.
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  await page.route("**/collections/*/queue", async (route) => {
    asked += 1;
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Move Third up" }).click();
  await eventually("the queue is read again", () => asked > 0);
  await page.getByRole("link", { name: "First" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await eventually("the first has moved", async () => isDeepStrictEqual(await shown(), ["Third", "First", "Second"]));
  await page.keyboard.press("Control+KeyZ");
  answer.resolve();
  await page.getByText("Undone.").waitFor();
  await eventually("only the latest is taken back", async () => isDeepStrictEqual(await shown(), ["First", "Third", "Second"]));
  const queue = await place.api("GET", "/posts?view=QUEUE&sort_by=post_date&sort_order=asc");
  assert.deepEqual(
    queue.body.data.map(({ body }: { body: string }) => body),
    ["First", "Third", "Second"],
  );
  assert.deepEqual(window.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with calendar and queue on a ${size}, ${colorScheme}`, async () => {
      const place = await aPlan();
      for (const path of [
        "/calendar?date=2026-11-23",
        "/calendar?view=week&date=2026-11-23",
        "/calendar?view=list&date=2026-11-23",
        "/queue",
      ]) {
        await using window = await aWindowOn(place, path, "editor", { size, colorScheme });
        await window.page.getByRole("link", { name: /Rye in the queue/ }).waitFor();
        await window.picture(`${path.replace(/\W+/g, "-").slice(1)}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], path);
        const isWide = await window.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        assert.equal(isWide, false, `${path} scrolls sideways`);
        assert.deepEqual(window.troubles, []);
      }
    });
  }
}

test("Ctrl+K and the slash lead to posts by their words, to pages and brands, also a viewer, and to none that are not theirs", async () => {
  const place = await aPlan();
  const other = await aPlan();
  await aPost(other, { publishMode: "DRAFT", caption: "Walnut bread of somebody else" });
  await using window = await aWindowOn(place, "/queue", "viewer");
  const { page } = window;
  await page.keyboard.press("Control+k");
  const field = page.getByRole("textbox", { name: "Search" });
  await field.fill("walnut");
  const found = page.getByRole("button", { name: /Walnut bread/ });
  await found.waitFor();
  assert.equal(await found.count(), 1);
  assert.deepEqual(await window.barriers(), []);
  await window.picture("search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/calendar?post=${place.ids[0]}&date=2026-11-25`);
  await page.getByRole("complementary", { name: "Post" }).getByText("Walnut bread").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await field.fill("analyt");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/analytics");
  await page.keyboard.press("/");
  await field.fill("collections");
  await page.getByText("No results. Try other words.").waitFor();
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  assert.deepEqual(window.troubles, []);
});
