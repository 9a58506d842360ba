import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { type Running, running } from "../journeys/running.ts";

/** What a newcomer may need from the first start to a post that readers see. */
const CLICKS_MAX = 15;

/** The e-mail address and the password that the log of the first start names. */
async function demoOf(service: Running): Promise<{ readonly email: string; readonly password: string }> {
  await eventually("the first steps", async () => /sign in as \S+ with the password \S+/.test(service.output()));
  const [, email = "", password = ""] = /sign in as (\S+) with the password (\S+)/.exec(service.output()) ?? [];
  return { email, password };
}

test("from the first start to a post on the sandbox networks it is a few clicks, with nothing to read first", async () => {
  await using opened = await aBrowser();
  await using service = await running();
  const { url } = service;
  const { email, password } = await demoOf(service);
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

/** What of the page is seen in the colours of failures, by its words. */
function redOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const colorOf = (name: string) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const reds = ["--fail", "--fail-soft"].map(colorOf);
    probe.remove();
    const all = [...document.body.querySelectorAll("*")].filter((element) => element.checkVisibility());
    const isRed = (element: Element) => {
      const { color, backgroundColor, borderTopColor, borderTopWidth, fill, stroke } = getComputedStyle(element);
      const isDrawn = element instanceof SVGElement;
      const colors = [color, backgroundColor, ...(borderTopWidth === "0px" ? [] : [borderTopColor]), ...(isDrawn ? [fill, stroke] : [])];
      return colors.some((one) => reds.includes(one));
    };
    return all.filter(isRed).map((element) => element.textContent?.trim() || element.outerHTML.slice(0, 200));
  });
}

test("the demo's brand lives in the zone of whoever looks first, stays there for others, and its first screen has nothing red", async () => {
  await using opened = await aBrowser();
  await using service = await running({ TZ: "UTC" });
  const { email, password } = await demoOf(service);
  const zoneSeenFrom = async (timezone: string, look: (page: Page) => Promise<void> = async () => {}) => {
    const { context, page } = await aWindow(opened.browser, { size: "desktop", timezone });
    await page.goto(service.url);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Corner Bakery", level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await look(page);
    const { data } = await (await context.request.get(`${service.url}/app/api/session`)).json();
    await context.close();
    return data.brands[0].timezone;
  };
  const firstScreen = async (page: Page) => {
    await eventually("the zone is taken", async () => (await page.evaluate(() => localStorage.getItem("rostrum.demo-zone"))) !== null);
    await page.waitForLoadState("networkidle");
    assert.deepEqual(await redOn(page), []);
    assert.equal(await page.getByRole("alert").count(), 0);
  };
  assert.equal(await zoneSeenFrom("Asia/Tokyo", firstScreen), "Asia/Tokyo");
  assert.equal(await zoneSeenFrom("Europe/Berlin"), "Asia/Tokyo", "nobody's later look moves it");
});
