import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place, readPost } from "../../server/src/testing/builders.ts";
import { aPicture, uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

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

/** Two people's windows with the same page; the second one's hears of no changes, as if its connection were lost. */
async function twoWindows(place: Place, path: string) {
  const mine = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const late = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  await late.page.route("**/events?*", (route) => route.abort());
  for (const window of [mine, late]) {
    await window.page.clock.setFixedTime(stage.now());
    await window.open(`/brands/${place.brandId}${path}`);
  }
  return {
    mine,
    late,
    async [Symbol.asyncDispose]() {
      await mine[Symbol.asyncDispose]();
      await late[Symbol.asyncDispose]();
    },
  };
}

test("of two people at one queue, the one with the outdated page is told where the post is now", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const ids = [];
  for (const caption of ["First", "Second", "Third"]) ids.push(await aPost(place, { publishMode: "QUEUE", caption }));
  await using windows = await twoWindows(place, "/queue");
  const { mine, late } = windows;
  await late.page.getByRole("button", { name: "Move Third up" }).waitFor();
  await mine.page.getByRole("button", { name: "Move Third up" }).click();
  await mine.page
    .getByText(/place 2 of 3/i)
    .first()
    .waitFor();
  await late.page.getByRole("button", { name: "Move Third up" }).click();
  await late.page.getByText("Somebody has changed it since it was shown here: it is in the queue now, due 2026-11-26 17:30").waitFor();
  const due = (await readPost(place, ids[2] ?? 0)).postDate;
  assert.equal(due, "2026-11-26 16:30:00");
  // What the page shows by now is how it is, so that the move can be made knowingly.
  await late.page.getByRole("button", { name: "Move Third up" }).click();
  await late.page
    .getByText(/place 1 of 3/i)
    .first()
    .waitFor();
  assert.equal((await readPost(place, ids[2] ?? 0)).postDate, "2026-11-23 08:00:00");
});

test("of two people who change a brand, the second keeps what they typed, and undoes nothing without knowing", async () => {
  const place = await aPlace(stage);
  await using windows = await twoWindows(place, "/settings");
  const { mine, late } = windows;
  const title = (window: typeof mine) => window.page.getByRole("textbox", { name: "Title" }).first();
  const save = (window: typeof mine) => window.page.getByRole("button", { name: "Save", exact: true });
  await title(late).fill("Rolls");
  await title(mine).fill("Mill");
  await save(mine).click();
  await mine.page.getByText("The brand is saved.").waitFor();
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { timezone: "Asia/Tokyo" }));
  await save(late).click();
  await late.page
    .getByText("Somebody else has changed this in the meantime: it is “Mill” now. To replace that, save yours again.")
    .waitFor();
  assert.equal(await title(late).inputValue(), "Rolls");
  assert.deepEqual(await late.barriers(), []);
  await save(late).click();
  await late.page.getByText("The brand is saved.").waitFor();
  const { title: stored, timezone } = await must(stage.admin("PATCH", `/brands/${place.brandId}`, {}));
  assert.deepEqual([stored, timezone], ["Rolls", "Asia/Tokyo"]);
});

test("of two people who rename a file, the second is told its new name first", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  await using windows = await twoWindows(place, `/media?file=${id}`);
  const { late } = windows;
  const name = late.page.getByRole("complementary").getByRole("textbox", { name: "Name", exact: true });
  await name.fill("mine.png");
  await must(stage.admin("PATCH", `/../brands/${place.brandId}/media`, { id, name: "theirs.png" }));
  await late.page.getByRole("button", { name: "Rename" }).click();
  await late.page.getByText(/it is “theirs\.png” now/).waitFor();
  assert.equal(await name.inputValue(), "mine.png");
  await late.page.getByRole("button", { name: "Rename" }).click();
  await late.page.getByRole("complementary", { name: "mine.png" }).waitFor();
});

test("what somebody changes is shown while other changes go on and on", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  await window.page.clock.setFixedTime(stage.now());
  await window.open(`/brands/${place.brandId}/queue`);
  await window.page.getByRole("heading", { name: "Queue", exact: true }).waitFor();
  await aPost(place, { publishMode: "QUEUE", caption: "Shown meanwhile" });
  let isShown = false;
  const shown = window.page
    .getByText("Shown meanwhile")
    .waitFor()
    .finally(() => {
      isShown = true;
    });
  while (!isShown) await aPost(place, { publishMode: "DRAFT", caption: "Going on" });
  await shown;
});
