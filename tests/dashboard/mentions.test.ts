import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place, readPost } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "X"] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function anEditor(
  options: { readonly size?: "desktop" | "phone"; readonly colorScheme?: "light" | "dark"; readonly hasTouch?: boolean } = {},
) {
  return aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "editor"), ...options });
}

test("a mention is chosen by keyboard, as the network that knows them writes it, and the others' readers are told", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  await text.pressSequentially("Baked with @ann");
  const list = page.getByRole("listbox", { name: "People" });
  await list.getByRole("option", { name: "Anna Miller @anna-miller.bluesky.test" }).waitFor();
  assert.equal(await list.getByRole("option").count(), 4);
  await page.getByText("4 suggestions.").waitFor();
  await window.picture("mentions");
  assert.deepEqual(await window.barriers(), []);
  const current = () => list.getByRole("option", { selected: true }).textContent();
  const first = await current();
  await text.press("ArrowDown");
  assert.notEqual(await current(), first);
  assert.equal(await text.getAttribute("aria-activedescendant"), await list.getByRole("option", { selected: true }).getAttribute("id"));
  await text.press("ArrowUp");
  await text.press("ArrowUp");
  await text.press("ArrowDown");
  assert.equal(await current(), first);
  while (!(await current())?.includes("@anna_miller@people.example")) await text.press("ArrowDown");
  await text.press("Enter");
  await list.waitFor({ state: "hidden" });
  assert.equal(await text.inputValue(), "Baked with @anna_miller@people.example ");
  await page.getByText("@anna_miller@people.example is a mention on Mastodon. On Bluesky and X it is plain text.").waitFor();
  await text.pressSequentially("today");
  assert.equal(await text.inputValue(), "Baked with @anna_miller@people.example today");
  assert.deepEqual(window.troubles, []);
});

test("the list is never in the way: Escape closes it until the next mention, and without it Enter makes a line", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  const list = page.getByRole("listbox", { name: "People" });
  await text.pressSequentially("@nobodyatall");
  await page.waitForResponse((reply) => reply.url().endsWith("/people") && reply.ok());
  await text.press("Enter");
  assert.equal(await text.inputValue(), "@nobodyatall\n");
  await text.pressSequentially("@ann");
  await list.waitFor();
  await text.press("Escape");
  await list.waitFor({ state: "hidden" });
  await text.pressSequentially("a");
  await text.press("Enter");
  assert.equal(await text.inputValue(), "@nobodyatall\n@anna\n");
  await text.pressSequentially("@ann");
  await list.waitFor();
  await text.press("Backspace");
  await text.press("Backspace");
  await text.press("Backspace");
  await list.waitFor({ state: "hidden" });
  assert.equal(await text.inputValue(), "@nobodyatall\n@anna\n@");
  await text.pressSequentially("ann");
  await list.waitFor();
  await text.press("Tab");
  await list.waitFor({ state: "hidden" });
  await page.keyboard.press("Shift+Tab");
  await text.press("ArrowLeft");
  await text.press("End");
  await text.press("Enter");
  assert.equal(await text.inputValue(), "@nobodyatall\n@anna\n@ann\n");
  assert.deepEqual(window.troubles, []);
});

test("own words for a network suggest that network's people, and whom the brand has mentioned before", async () => {
  await aPost(place, { publishMode: "DRAFT", caption: "With @annex_bakery" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "For all" });
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  const list = page.getByRole("listbox", { name: "People" });
  for (const [network, suggested] of [
    ["Bluesky", "@annika-backer.bluesky.test"],
    ["X", "@annex_bakery"],
  ] as const) {
    await page.getByRole("button", { name: "Customize", exact: true }).click();
    await page.getByRole("menuitem", { name: network, exact: true }).click();
    const text = page.getByLabel(`Text for ${network}`);
    await text.fill("With ");
    await text.press("End");
    await text.pressSequentially("@ann");
    await list.getByRole("option").filter({ hasText: suggested }).click();
    await list.waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: "Save draft" }).click();
  await eventually("the texts are stored", async () => {
    const { captions } = await must(stage.admin("GET", `/../posts/${id}`));
    return JSON.stringify(captions).includes("@annex_bakery");
  });
  const { captions } = await must(stage.admin("GET", `/../posts/${id}`));
  assert.deepEqual(captions.map(({ type, caption }: { type: string; caption: string }) => [type, caption.trim()]).sort(), [
    ["Bluesky", "With @annika-backer.bluesky.test"],
    ["X", "With @annex_bakery"],
  ]);
  assert.equal((await readPost(place, id)).body, "For all");
});

test("the cards of a thread and the first comment suggest people, too", async () => {
  await using window = await anEditor();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  await page.getByText("Thread", { exact: true }).click();
  const list = page.getByRole("listbox", { name: "People" });
  const text = page.getByLabel("Text", { exact: true });
  await text.pressSequentially("One @anni");
  await list.getByRole("option").first().waitFor();
  await text.press("Enter");
  assert.match(await text.inputValue(), /^One @annika[_-]backer\S+ $/);
  await page.getByRole("button", { name: "First comment" }).click();
  const comment = page.getByLabel("Comment", { exact: true });
  await comment.pressSequentially("Thanks @anni");
  await list.getByRole("option").first().waitFor();
  await comment.press("Enter");
  assert.match(await comment.inputValue(), /^Thanks @annika[_-]backer\S+ $/);
});

test("on the phone, somebody is chosen with a finger, and the list stays on the screen", async () => {
  await using window = await anEditor({ size: "phone", colorScheme: "dark", hasTouch: true });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  await text.pressSequentially("Some long words that reach the edge @annika");
  const list = page.getByRole("listbox", { name: "People" });
  await list.waitFor();
  const [field, below] = [await text.boundingBox(), await list.boundingBox()];
  // Two lines of 25 pixels: the second has the mention.
  assert.ok(field !== null && below !== null && below.y >= field.y + 50, JSON.stringify([field, below]));
  const option = page.getByRole("listbox", { name: "People" }).getByRole("option").filter({ hasText: "@annika_backer@people.example" });
  await option.waitFor();
  const box = await option.boundingBox();
  assert.ok(box !== null && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  await window.picture("mentions-phone");
  assert.deepEqual(await window.barriers(), []);
  await option.tap();
  assert.equal(await text.inputValue(), "Some long words that reach the edge @annika_backer@people.example ");
  assert.ok(await text.evaluate((field) => field === document.activeElement));
  assert.deepEqual(window.troubles, []);
});

test("a network that cannot be asked says so below those who are known, and goes with Escape", async () => {
  await using window = await anEditor();
  const { page } = window;
  await must(stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "refuse-503", requests: "all", count: 1 }));
  await window.open(`/brands/${place.brandId}/write`);
  const text = page.getByLabel("Text", { exact: true });
  await text.pressSequentially("@antoine");
  await page.getByRole("option", { name: /antoine-lefevre\.bluesky\.test/ }).waitFor();
  await page.getByText(/^Mastodon: .*503/).waitFor();
  await text.press("Escape");
  await page.getByText(/^Mastodon: .*503/).waitFor({ state: "hidden" });
});
