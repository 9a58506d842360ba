import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { facebookSandboxWith } from "../../server/src/networks/facebook/sandbox/index.ts";
import { sandboxOn } from "../../server/src/networks/sandbox/networks.ts";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
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
  place = await aPlace(stage, { channels: ["Facebook", "Instagram"] });
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const network = facebookSandboxWith(null);
const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(network);

async function anEditor(on: Place, options: { readonly size?: "phone"; readonly colorScheme?: "dark" } = {}) {
  return aDashboardWindow(opened.browser, stage, { email: await aMember(stage, on, "editor"), ...options });
}
const storedPlace = async (id: number) => {
  const { platforms } = await must(stage.admin("GET", `/../posts/${id}`));
  return [platforms?.facebook?.location, platforms?.instagram?.location];
};

test("a place is found by its name with the keyboard, is seen in the preview, and goes out with the post", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Fresh from the market" });
  await using window = await anEditor(place);
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "Place", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("old mill");
  const list = page.getByRole("listbox", { name: "Find a place" });
  await list.getByText("Mühlenstraße 12, 10243 Berlin, Germany").waitFor();
  const names = await list.getByRole("option").locator("span:first-child").allTextContents();
  assert.deepEqual(names, ["Old Mill Market Hall", "Old Mill Café & Ærø Bar", "Old Mill Ferry"]);
  await window.picture("places");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const takeOff = page.getByRole("button", { name: "Take Old Mill Café & Ærø Bar off the post" });
  await takeOff.waitFor();
  assert.ok(await takeOff.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await page.keyboard.type("nowhere at all");
  await page.getByText("No place has that name.").waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.getByLabel("Find a place").first().focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("market hall");
  await list.locator("[data-combobox-selected]", { hasText: "Old Mill Market Hall" }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.getByLabel("Find a place").first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take Old Mill Market Hall off the post" }).waitFor();
  await page.getByRole("tab", { name: /^Facebook:/ }).click();
  await page.getByRole("article", { name: "Preview on Facebook" }).getByText("Old Mill Market Hall").waitFor();
  await page.getByText("Saved.").waitFor();
  const [onFacebook, onInstagram] = await storedPlace(id);
  assert.deepEqual([onFacebook.name, onInstagram], ["Old Mill Market Hall", onFacebook]);
  assert.deepEqual(await window.barriers(), []);
  await must(stage.admin("POST", `/../posts/${id}/departure`, {}));
  await stage.settle();
  const [post] = (await network.feed(world(), { limit: 100 })).filter(({ text }) => text === "Fresh from the market");
  assert.match(post?.label ?? "", /at Old Mill Market Hall/);
  assert.deepEqual(window.troubles, []);
});

test("where the network does not tell places, a sentence says so, and the place is typed in by hand", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "By hand" });
  await world().objects.put("settings", "facebook", { finds_pages: false });
  await using window = await anEditor(place, { size: "phone", colorScheme: "dark" });
  const { page } = window;
  await window.open(`/brands/${place.brandId}/posts/${id}/edit`);
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await page.getByLabel("Find a place").fill("old mill");
  await page.getByText(/Facebook does not let this service's application search for places.*type the place in below/).waitFor();
  await page.getByText("Other ways").click();
  await page.getByRole("button", { name: "Use this place" }).click();
  await page.getByText("Type the id of the place.").waitFor();
  await page.getByLabel("Id of the place").fill(" 106377336067638 ");
  await page.getByLabel("Name of the place").fill("Berlin");
  await window.picture("place-by-hand");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Use this place" }).click();
  await page.getByRole("button", { name: "Take Berlin off the post" }).waitFor();
  const berlin = { id: "106377336067638", name: "Berlin" };
  await eventually("both networks have it", async () => isDeepStrictEqual(await storedPlace(id), [berlin, berlin]));
  await page.getByRole("button", { name: "Take Berlin off the post" }).click();
  await page.getByLabel("Find a place").waitFor();
  await eventually("neither has it", async () => isDeepStrictEqual(await storedPlace(id), [undefined, undefined]));
  await world().objects.put("settings", "facebook", {});
  assert.deepEqual(window.troubles, []);
});
