import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
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

const pathOf = ({ brandId }: Place) => `/brands/${brandId}/channels`;

test("an admin connects an account on a sandbox network, and sees whose it is and what it can do", async () => {
  const place = await aPlace(stage, { channels: [] });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(pathOf(place));
  await page.getByRole("button", { name: "Connect channels" }).click();
  const networks = page.getByRole("dialog", { name: "Connect channels" });
  await networks.getByRole("checkbox", { name: /^Mastodon/ }).click();
  await networks.getByRole("button", { name: "Log in to Mastodon" }).waitFor();
  await networks.getByText("Other ways to connect").click();
  await networks.getByRole("button", { name: "Mastodon", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Mastodon" });
  await dialog.getByRole("button", { name: "Log in to Mastodon" }).waitFor();
  assert.equal(await dialog.getByLabel("Name of the account").isVisible(), false, "the log-in stands alone in front");
  await dialog.getByText("Other ways to connect").click();
  await window.picture("channels-connect");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByLabel("Name of the account").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Connect to the sandbox" }).click();
  const shown = page.getByRole("dialog", { name: "Corner Bakery" });
  await shown.getByText("@corner_bakery@").waitFor();
  assert.match(await shown.innerText(), /500 characters, 4 pictures/);
  assert.match(page.url(), /channel=\d+$/);
  assert.deepEqual(window.troubles, []);
});

test("credentials that the network refuses are said next to the form, and what was typed stays", async () => {
  const place = await aPlace(stage, { channels: [] });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(`${pathOf(place)}?connect=telegram`);
  const dialog = page.getByRole("dialog", { name: "Connect Telegram" });
  await dialog.getByLabel("Name", { exact: false }).first().fill("News");
  await dialog.getByLabel("Bot token").fill("not a token");
  await dialog.getByLabel("Channel or group").fill("@cornerbakery");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  assert.match(await dialog.getByRole("alert").innerText(), /The bot token must look like/);
  assert.equal(await dialog.getByLabel("Channel or group").inputValue(), "@cornerbakery");
  await window.picture("channels-refused");
  assert.deepEqual(await window.barriers(), []);
});

test("a channel is renamed, switched off with the reason, and removed after a question", async () => {
  const place = await aPlace(stage);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(`${pathOf(place)}?channel=${place.channelIds[0]}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Name").fill("Corner shop");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Corner shop" }).waitFor();
  await dialog.getByRole("switch", { name: "Receives posts" }).click();
  await dialog.getByText("Switched off by Grace Miller. It receives no posts.").waitFor();
  await window.picture("channels-off");
  await dialog.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove Corner shop from this brand?" });
  assert.match(await question.innerText(), /it leaves 1 collection for good/);
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No channels yet").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(window.troubles, []);
});

test("what a network wants to know is chosen in the channel's preferences", async () => {
  const place = await aPlace(stage, { channels: [] });
  const { id } = await must(
    stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "TikTok", name: "Clips", sandbox: true, preferences: {} }),
  );
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(pathOf(place));
  await page.getByText("Something to choose").waitFor();
  await page.getByRole("link", { name: "Choose" }).click();
  const dialog = page.getByRole("dialog", { name: "Clips" });
  await dialog.getByRole("radio").first().click();
  await window.picture("channels-preferences");
  assert.deepEqual(await window.barriers(), []);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The preferences are saved.").waitFor();
  await page.getByText("Something to choose").first().waitFor({ state: "detached" });
  const chosen = await must(stage.admin("GET", `/channels/${id}/preferences`));
  assert.equal(
    chosen.some(({ source }: { source: string }) => source === "channel"),
    true,
  );
});

test("the language of posts is chosen in a list that opens", async () => {
  const place = await aPlace(stage, { channels: ["Bluesky"] });
  const [id] = place.channelIds;
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(`${pathOf(place)}?channel=${id}&part=preferences`);
  await page.getByLabel("Language of posts").selectOption("Deutsch");
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("The preferences are saved.").waitFor();
  const [language] = await must(stage.admin("GET", `/channels/${id}/preferences`));
  assert.deepEqual([language.name, language.value, language.source], ["language", "de", "channel"]);
});

test("a channel says one thing: that somebody has to log in again, with the button that leads to the network", async () => {
  const place = await aPlace(stage, { channels: ["Facebook"] });
  const [channelId] = place.channelIds;
  const text = "update channels set status = 'INACTIVE', inactive_reason = 'the token was revoked', needs_log_in = true where id = $1";
  await stage.app.db.query(text, [channelId]);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await window.open(pathOf(place));
  const row = page.getByRole("list", { name: "Channels of this brand" }).getByRole("listitem");
  await row.getByText("It receives no posts until somebody logs in again.").waitFor();
  assert.equal(await row.getByText("Works").count(), 0);
  await window.picture("channels-log-in-again");
  await row.getByRole("button", { name: "Log in again" }).click();
  await page.getByRole("heading", { name: "Log in to Facebook" }).waitFor();
  await page.goBack();
});

test("a log-in that renews itself asks nobody to log in again; one that does not says when it ends", async () => {
  const place = await aPlace(stage, { channels: ["X"] });
  const [channelId] = place.channelIds;
  const ends = addSeconds(stage.now(), 60 * 86_400);
  const change = (renewAt: string | null) =>
    stage.app.db.query("update grants set ends_at = $2, renew_at = $3 where id = (select grant_id from channels where id = $1)", [
      channelId,
      ends,
      renewAt,
    ]);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "admin") });
  const { page } = window;
  await change(addSeconds(stage.now(), 3600));
  await window.open(`${pathOf(place)}?channel=${channelId}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Renews automatically.").waitFor();
  await change(null);
  await window.open(`${pathOf(place)}?channel=${channelId}`);
  await dialog.getByText(/^Ends on .* and does not renew automatically\.$/).waitFor();
});

test("viewers see no channels' pages, and no way to them", async () => {
  const place = await aPlace(stage);
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "viewer") });
  const { page } = window;
  for (const search of ["", `?channel=${place.channelIds[0]}`, "?connect=any"]) {
    await window.open(`${pathOf(place)}${search}`);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
  }
  await window.open(`/brands/${place.brandId}`);
  for (const name of ["Channels", "Collections", "Automations"])
    assert.equal(await page.getByRole("link", { name, exact: true }).count(), 0);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the channels on a ${size}, ${colorScheme}`, async () => {
      const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
      await stage.app.db.query(
        "update channels set status = 'INACTIVE', inactive_reason = 'the token was revoked', needs_log_in = true where id = $1",
        [place.channelIds[0]],
      );
      const email = await aMember(stage, place, "admin");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      for (const [name, search] of [
        ["list", ""],
        ["one", `?channel=${place.channelIds[0]}`],
        ["networks", "?connect=any"],
        ["facebook", "?connect=facebook"],
      ] as const) {
        await window.open(`${pathOf(place)}${search}`);
        const dialog = window.page.getByRole("dialog");
        if (name === "networks") await dialog.getByRole("checkbox", { name: /^Mastodon/ }).waitFor();
        else if (name !== "list") await dialog.getByRole("button").nth(1).waitFor();
        await window.picture(`channels-${name}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], name);
        const width = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, `${name} is ${width} px too wide`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
