import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage);
  const [channelId] = place.channelIds;
  await must(stage.admin("PATCH", `/channels/${channelId}`, { name: "Hearth" }));
  await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test("an admin finds out who did what in the brand, and narrows it down; anybody can use the page", async () => {
  const email = await aMember(stage, place, "admin");
  for (const [size, colorScheme] of [
    ["desktop", "light"],
    ["phone", "dark"],
  ] as const) {
    await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
    const { page } = window;
    await window.open(`/brands/${place.brandId}/settings`);
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("heading", { name: "History", exact: true }).waitFor();
    const list = page.getByRole("list", { name: "History" });
    await list.getByText("The operator switched off the channel “Hearth”").waitFor();
    await list.getByText(/^name: .+ → Hearth$/).waitFor();
    assert.deepEqual(await window.barriers(), []);
    await window.picture(`history-${size}-${colorScheme}`);
    await page.getByLabel("What", { exact: true }).selectOption("Members");
    await list.getByText("The operator added Grace Miller to the brand").waitFor();
    assert.match(page.url(), /[?&]what=member/);
    assert.equal(await list.getByText("Hearth").count(), 0);
    await page.getByLabel("Who").selectOption({ label: `Grace Miller · ${email}` });
    await page.getByRole("heading", { name: "Nothing of this kind has been recorded", exact: true }).waitFor();
    assert.deepEqual(window.troubles, []);
  }
});

test("an editor is not offered the history, and finds nothing at its address", async () => {
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor") });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/settings`);
  assert.equal(await page.getByRole("link", { name: "History" }).count(), 0);
  await window.open(`/brands/${place.brandId}/history`);
  await page.getByText("Only the brand’s owner and admins can see its history.").waitFor();
});

test("the operator sees what was done in the whole service, sign-ins too", async () => {
  const email = await aMember(stage, place, "viewer");
  await stage.app.db.query("update users set operator = true, name = 'Olga' where email = $1", [email]);
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await window.open("/operator");
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("list", { name: "History" }).getByText("Olga signed in").waitFor();
  await page.getByLabel("What", { exact: true }).selectOption("Channels");
  await page.getByText("The operator renamed the channel “Hearth”").waitFor();
  assert.match(page.url(), /tab=history/);
  assert.deepEqual(await window.barriers(), []);
  assert.deepEqual(window.troubles, []);
});
