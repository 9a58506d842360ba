import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { running } from "../journeys/running.ts";

/** What a newcomer may need from the first start to a post that readers see. */
const CLICKS_MAX = 15;

test("from the first start to a post on the sandbox networks it is a few clicks, with nothing to read first", async () => {
  await using opened = await aBrowser();
  await using service = await running();
  const { url } = service;
  await eventually("the first steps", async () => /sign in as \S+ with the password \S+/.test(service.output()));
  const [, email = "", password = ""] = /sign in as (\S+) with the password (\S+)/.exec(service.output()) ?? [];
  const { page } = await aWindow(opened.browser, { size: "desktop" });
  let clicks = 0;
  const click = async (role: "link" | "button", name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await page.goto(url);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await click("button", "Sign in");
  await page.getByRole("heading", { name: "Corner Bakery", level: 1 }).waitFor();
  await click("link", "Write");
  await page.getByLabel("Text", { exact: true }).fill("Our first words");
  await click("button", /^When: /);
  await click("button", /^Now/);
  await click("button", "Publish now");
  await page.getByText("The post is on its way.").waitFor();
  await click("link", "Published");
  await page.getByText("Our first words").first().waitFor();
  assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`);
  await eventually("readers see it", async () => (await (await fetch(`${url}/sandbox/mastodon`)).text()).includes("Our first words"));
});
