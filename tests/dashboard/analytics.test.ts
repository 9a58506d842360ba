import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Connector, Counts } from "../../server/src/networks/connectors/connector.ts";
import { aPlace, aPost, type Place } from "../../server/src/testing/builders.ts";
import { instantConnector } from "../../server/src/testing/instant-connector.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;

before(async () => {
  // Each post gets more with every reading, and each other one more than the one before.
  const readings = new Map<string, number>();
  const countsOf = (id: string): Counts => {
    const times = (readings.get(id) ?? 0) + 1;
    readings.set(id, times);
    const place = [...readings.keys()].indexOf(id);
    return { likes: times * (2 + (place % 5)), comments: times * (place % 3), shares: place % 2 };
  };
  const counted: Connector = {
    ...instantConnector("Mastodon"),
    publish: async ({ key }) => ({ kind: "published", remoteId: key, url: `https://network.example/posts/${key}` }),
    counts: async (remoteIds) => ({ kind: "counted", counts: Object.fromEntries(remoteIds.map((id) => [id, countsOf(id)])) }),
  };
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-02T08:00:00Z", {
    Mastodon: counted,
    Bluesky: instantConnector("Bluesky"),
  });
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  for (let day = 0; day < 12; day += 1) {
    await aPost(place, { publishMode: "IMMEDIATE", caption: `Bread of day ${day}` });
    await stage.settle();
    stage.pass(26 * 3600);
    await stage.settle();
  }
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

/** The stage's days, whatever day it is where the browser runs. */
async function aWindow(options: { readonly size?: "desktop" | "phone"; readonly colorScheme?: "light" | "dark" } = {}): Promise<Window> {
  const window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer"), ...options });
  await window.page.clock.setFixedTime(new Date(stage.now().slice(0, 19).concat("Z")));
  return window;
}

function path(search = ""): string {
  return `/brands/${place.brandId}/analytics${search}`;
}

test("figures say how old they are, of how many posts they are, and the tables have what the charts show", async () => {
  await using window = await aWindow();
  const { page } = window;
  await window.open(path());
  const totals = page.getByRole("region", { name: "Total" });
  await totals.waitFor();
  assert.match(await totals.innerText(), /Posts\s+12[\s\S]*Last read \w+, Nov 1\d, \d?\d:\d\d [AP]M \(Europe\/Berlin\)/);
  await page
    .getByRole("img", { name: /^Chart: Day by day/ })
    .locator("svg")
    .first()
    .waitFor();
  await page.getByRole("button", { name: "The same as a table" }).click();
  const days = page.getByRole("region", { name: "Table: Day by day" });
  await days.waitFor();
  assert.ok((await days.getByRole("row").count()) > 10);
  const channels = await page.getByRole("region", { name: "Table: By channel" }).innerText();
  assert.match(channels, /Mastodon[^\n]*\t12\t12\t\d+/);
  assert.match(channels, /Bluesky[^\n]*\t12\t0\tNot known\tNot known\tNot known/);
  assert.match(await page.getByRole("region", { name: "Table: By weekday and hour of publishing" }).innerText(), /Monday\t9:00\sAM/);
  await window.picture("figures");
  assert.deepEqual(window.troubles, []);
});

test("the choice is in the address; days that cannot be are refused next to their field", async () => {
  await using window = await aWindow();
  const { page } = window;
  await window.open(path());
  await page.getByLabel("Days").selectOption("Custom range");
  await page.getByLabel("From").fill("2026-11-03");
  await page.getByLabel("To", { exact: true }).fill("2026-11-04");
  await page
    .getByRole("region", { name: "Total" })
    .filter({ hasText: /Posts\s*2/ })
    .waitFor();
  assert.match(page.url(), /from=2026-11-03/);
  await page.getByLabel("To", { exact: true }).fill("2026-11-01");
  await page.getByText("The last day is before the first.").first().waitFor();
  assert.equal(await page.getByLabel("To", { exact: true }).getAttribute("aria-invalid"), "true");
  await page.getByLabel("To", { exact: true }).fill("2026-11-20");
  await page.getByLabel("Channel").selectOption({ index: 2 });
  await page.getByRole("region", { name: "Total" }).waitFor();
  assert.match(page.url(), /channel=\d+/);
});

test("the address of before leads here, and good hours come from the brand's own posts alone", async () => {
  await using window = await aWindow();
  const { page } = window;
  await window.open(`/brands/${place.brandId}/figures?days=90`);
  await page.getByRole("heading", { level: 1, name: "Analytics" }).waitFor();
  assert.match(page.url(), /\/analytics\?days=90$/);
  const hours = page.getByRole("region", { name: "Good hours" });
  await hours
    .getByText("No hour stands out: your posts do equally well whenever they go out.")
    .or(hours.getByRole("listitem").first())
    .waitFor();
  const young = await aPlace(stage);
  await using other = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, young, "viewer") });
  await aPost(young, { publishMode: "IMMEDIATE", caption: "The first" });
  await stage.settle();
  await other.page.clock.setFixedTime(new Date(stage.now().slice(0, 19).concat("Z")));
  await other.open(`/brands/${young.brandId}/analytics`);
  await other.page.getByText("Not enough yet: 0 posts have known likes so far, and it takes 12.").waitFor();
});

test("the best posts lead to what happened to them", async () => {
  await using window = await aWindow();
  const { page } = window;
  await window.open(path());
  await page
    .getByRole("region", { name: "Best posts" })
    .getByRole("link", { name: /Bread of day/ })
    .first()
    .click();
  await page.getByRole("region", { name: "What happened" }).getByText("Sent, and Mastodon has it.").waitFor();
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the figures on a ${size}, ${colorScheme}, and nothing is wider than the page`, async () => {
      await using window = await aWindow({ size, colorScheme });
      const { page } = window;
      await window.open(path());
      await page
        .getByRole("img", { name: /^Chart: Day by day/ })
        .locator("svg")
        .first()
        .waitFor();
      await page.getByRole("button", { name: "The same as a table" }).click();
      await page.getByRole("region", { name: "Table: Day by day" }).waitFor();
      await window.picture(`figures-${size}-${colorScheme}`);
      assert.deepEqual(await window.barriers([colorScheme]), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth), false);
      assert.deepEqual(window.troubles, []);
    });
  }
}
