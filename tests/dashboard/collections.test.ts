import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

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

const pathOf = ({ brandId, collectionId }: Place) => `/brands/${brandId}/collections/${collectionId}`;

async function weekOf({ collectionId }: Place): Promise<string[]> {
  const { queues } = await must(call(`${stage.url}/app/api/collections/${collectionId}`, "GET", ADMIN_TOKEN));
  return queues.map(({ date }: { date: string }) => date);
}

const slot = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const saved = (page: Page) => page.getByText("Saved. The dates of queued posts have been updated.").waitFor();

async function anEditor(place: Place, facts: { size?: "phone" } = {}): Promise<Window> {
  return aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), ...facts });
}

test("a collection is created with its channels, and found with its counts", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "DRAFT" });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/collections`);
  await page.getByText("0 queued · 0 scheduled · 1 draft · 0 published").waitFor();
  await page.getByRole("button", { name: "New collection" }).click();
  const dialog = page.getByRole("dialog", { name: "New collection" });
  await dialog.getByLabel("Title").fill("Rolls");
  assert.equal(await dialog.getByRole("checkbox", { name: /Mastodon/ }).isChecked(), true);
  await dialog.getByRole("radio", { name: "Monday, Wednesday and Friday at 9:00 AM" }).check();
  await window.picture("collections-create");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Rolls", level: 1 }).waitFor();
  const [made] = (await place.api("GET", "/collections")).body.data;
  assert.deepEqual([made.title, made.channels.length], ["Rolls", 1]);
  assert.deepEqual(
    made.queues.map(({ date }: { date: string }) => date),
    ["MON 09:00", "WED 09:00", "FRI 09:00"],
  );
});

test("arrow keys move a slot by days and minutes, the focus goes with it, posts follow, and it can be undone", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(pathOf(place));
  await slot(page, "Monday 9:00 AM publishes next: Rye with walnuts").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("status").filter({ hasText: "to Tuesday 10:15 AM." }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-slot")), "TUE 10:15");
  await saved(page);
  assert.deepEqual(await weekOf(place), ["TUE 10:15"]);
  await slot(page, "Tuesday 10:15 AM publishes next: Rye with walnuts").waitFor();
  await page.keyboard.press("Control+z");
  await slot(page, "Monday 9:00 AM").waitFor();
  await page.getByText("Undone. Saved.").waitFor();
  assert.deepEqual(await weekOf(place), ["MON 09:00"]);
  await slot(page, "Monday 9:00 AM").focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByText("It cannot move any further.").waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a slot that is dragged to another day and hour keeps its minute", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:10"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(pathOf(place));
  const [from, to] = [
    await slot(page, "Monday 9:10 AM").boundingBox(),
    await page.getByRole("button", { name: "Add Thursday 2:00 PM" }).boundingBox(),
  ];
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 6 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
  await slot(page, "Thursday 2:10 PM").waitFor();
  await saved(page);
  assert.deepEqual(await weekOf(place), ["THU 14:10"]);
  assert.equal(await page.getByRole("dialog").count(), 0);
});

test("slots are added by a click on an hour, copied to other days, opened and removed, also by touch on a phone", async () => {
  const place = await aPlace(stage);
  {
    await using window = await anEditor(place);
    const { page } = window;
    await window.open(pathOf(place));
    await page.getByRole("button", { name: "Add Wednesday 12:00 PM" }).click();
    const dialog = page.getByRole("dialog", { name: "New slot" });
    await dialog.getByLabel("Time").fill("12:30");
    assert.deepEqual(await window.barriers(), []);
    await dialog.getByRole("button", { name: "Add" }).click();
    await page.getByRole("button", { name: "Copy Wednesday to other days" }).click();
    const copy = page.getByRole("dialog", { name: "Copy Wednesday" });
    await copy.getByRole("button", { name: "Copy", exact: true }).click();
    await copy.getByText("Choose at least one day.").waitFor();
    for (const day of ["Friday", "Sunday"]) await copy.getByLabel(day).check();
    assert.deepEqual(await window.barriers(), []);
    await copy.getByRole("button", { name: "Copy", exact: true }).click();
    await slot(page, "Sunday 12:30 PM").waitFor();
    await saved(page);
    await window.picture("collections-board");
  }
  assert.deepEqual(await weekOf(place), ["WED 12:30", "FRI 12:30", "SUN 12:30"]);
  await using window = await anEditor(place, { size: "phone" });
  const { page } = window;
  await window.open(pathOf(place));
  await page.getByRole("region", { name: "Friday" }).getByRole("button", { name: "Friday 12:30 PM" }).click();
  await page.getByRole("dialog", { name: "Slot" }).getByRole("button", { name: "Remove" }).click();
  await saved(page);
  assert.deepEqual(await weekOf(place), ["WED 12:30", "SUN 12:30"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone. Saved.").waitFor();
  assert.deepEqual(await weekOf(place), ["WED 12:30", "FRI 12:30", "SUN 12:30"]);
});

test("a day does not get more slots than it may have: the dialog says so, and nothing is lost", async () => {
  const queues = Array.from({ length: 10 }, (_, hour) => `Mon ${String(hour + 8).padStart(2, "0")}:00`);
  const place = await aPlace(stage, { queues });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(pathOf(place));
  await page.getByRole("button", { name: "Add a slot on Monday" }).click();
  const dialog = page.getByRole("dialog", { name: "New slot" });
  await dialog.getByLabel("Time").fill("20:15");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByText("Monday would have more than 10 slots").waitFor();
  assert.equal(await dialog.getByLabel("Time").inputValue(), "20:15");
});

test("what was changed in the week does not stand in the way of the settings, and they show what somebody else has stored", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(pathOf(place));
  await slot(page, "Monday 9:00 AM").focus();
  await page.keyboard.press("ArrowRight");
  await saved(page);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Title").fill("Rolls");
  const path = `${stage.url}/app/api/collections/${place.collectionId}`;
  const { updatedAt } = await must(call(path, "GET", ADMIN_TOKEN));
  await must(call(path, "PATCH", ADMIN_TOKEN, { seenAt: updatedAt, slots: [{ day: "WED", time: "10:00" }] }));
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Rolls", level: 1 }).waitFor();
  assert.deepEqual(await weekOf(place), ["WED 10:00"]);
  const stored = await must(call(path, "GET", ADMIN_TOKEN));
  await must(call(path, "PATCH", ADMIN_TOKEN, { seenAt: stored.updatedAt, title: "Cakes" }));
  await page.waitForFunction(() => [...document.querySelectorAll("input")].some(({ value }) => value === "Cakes"));
  assert.equal(await page.getByText("Somebody else has changed this collection").count(), 0);
  assert.deepEqual(window.troubles, []);
});

test("of two people, the later one sees what the other has changed, and chooses", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`${pathOf(place)}?tab=settings`);
  await page.getByLabel("Title").fill("My title");
  const path = `${stage.url}/app/api/collections/${place.collectionId}`;
  const { updatedAt } = await must(call(path, "GET", ADMIN_TOKEN));
  await must(call(path, "PATCH", ADMIN_TOKEN, { seenAt: updatedAt, slots: [{ day: "TUE", time: "10:00" }], maxRepublish: 2 }));
  await page.getByRole("button", { name: "Save" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Somebody else has changed this collection" });
  assert.match(
    await alert.innerText(),
    /Evergreen is now “Back in the queue after 2 weeks”\.\s+Slots: with Tuesday 10:00 AM, without Monday 9:00 AM\./,
  );
  await window.picture("collections-conflict");
  assert.deepEqual(await window.barriers(), []);
  assert.equal(await page.getByLabel("Title").inputValue(), "My title");
  await alert.getByRole("button", { name: "Overwrite with mine" }).click();
  await page.getByRole("heading", { name: "My title", level: 1 }).waitFor();
  assert.deepEqual(await weekOf(place), ["TUE 10:00"]);
});

test("before a collection is deleted it is said what goes and what stays", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await aPost(place, { publishMode: "QUEUE" });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(pathOf(place));
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Bread?" });
  await dialog.getByText("This also deletes 2 posts, 0 automations and 1 slot.").waitFor();
  await dialog.getByText("1 result of published posts stays").waitFor();
  await window.picture("collections-delete");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No collections yet").waitFor();
});

test("viewers see no collections' pages, and no way to them; editors see no way to delete one", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  for (const path of [`/brands/${place.brandId}/collections`, pathOf(place), `${pathOf(place)}?tab=settings`]) {
    await window.open(path);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    for (const name of ["Add a slot on Monday", "Pause Bread", "Delete"])
      assert.equal(await page.getByRole("button", { name }).count(), 0, name);
    assert.equal(await page.getByRole("link", { name: "Collections", exact: true }).count(), 0);
  }
  await using other = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  await other.open(pathOf(place));
  await other.page.getByRole("region", { name: "Monday" }).getByText("9:00 AM").waitFor();
  await other.page.getByRole("button", { name: "Pause Bread" }).waitFor();
  assert.equal(await other.page.getByRole("button", { name: "Delete" }).count(), 0);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the collections on a ${size}, ${colorScheme}`, async () => {
      const place = await aPlace(stage, { queues: ["Mon 09:00", "Mon 09:30", "Thu 17:30"], maxRepublish: 4 });
      await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts and a rather long text that does not fit" });
      const email = await aMember(stage, place, "admin");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      for (const [name, path] of [
        ["list", `/brands/${place.brandId}/collections`],
        ["week", pathOf(place)],
        ["settings", `${pathOf(place)}?tab=settings`],
      ] as const) {
        await window.open(path);
        await window.page
          .getByText(name === "settings" ? "Evergreen" : name === "week" ? "Rye with" : "1 queued")
          .first()
          .waitFor();
        await window.picture(`collections-${name}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], name);
        const width = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, `${name} is ${width} px too wide`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
