import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Locator } from "playwright-core";
import { execute, one } from "../../server/src/ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { aFault } from "../../server/src/testing/faults.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
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

const open = (email: string, size: "desktop" | "phone" = "desktop", colorScheme: "light" | "dark" = "light") =>
  aDashboardWindow(opened.browser, stage, { email, size, colorScheme });

/** Has one network answer everything with this status while a post leaves. */
async function publishWhile(
  place: Place,
  { network, status, caption }: { network: string; status: number; caption: string },
): Promise<number> {
  stage.intercept = (request, reply) =>
    request.method === "POST" && request.url.startsWith(`/sandbox/${network}/`) ? reply.code(status).send({ error: "Refused" }) : null;
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  stage.intercept = null;
  return id;
}

const needs = ({ page }: Window) => page.getByRole("region", { name: "Needs you" });

async function aSecondBrand(email: string, title = "Second"): Promise<number> {
  return (await must(stage.admin("POST", "/brands", { owner: email, title }))).id;
}

test("a post that failed on one network stays in overview, home, menu and bell until it is left as it is or mended", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const email = await aMember(stage, place, "editor");
  await aSecondBrand(email);
  await publishWhile(place, { network: "mastodon", status: 422, caption: "Friday rolls" });
  await using window = await open(email);
  const { page } = window;
  await window.open("/");
  await needs(window).getByText("Friday rolls did not reach Mastodon").waitFor();
  await needs(window)
    .getByText(/The other one is out\./)
    .waitFor();
  await page
    .getByRole("list", { name: "Your brands" })
    .getByRole("link", { name: /Bakery.*1 failed/ })
    .waitFor();

  await page.getByRole("button", { name: "What happened, 1 unread" }).click();
  await page.getByRole("link", { name: /Friday rolls did not reach Mastodon/ }).waitFor();
  assert.deepEqual(await window.barriers(), []);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("button", { name: "What happened, nothing unread" }).waitFor();
  await page.keyboard.press("Escape");

  await window.open(`/brands/${place.brandId}`);
  await needs(window).getByText("Friday rolls did not reach Mastodon").waitFor();
  await page.getByRole("link", { name: /Published.*1 failed post/ }).waitFor();
  await window.picture("needs-overview");
  await needs(window).getByRole("button", { name: "Leave it" }).click();
  await page.getByText(/^All well|^Nothing needs you/).waitFor();
  assert.equal(await page.getByRole("link", { name: /failed post/ }).count(), 0);
  await page.getByRole("button", { name: "Undo" }).click();
  await needs(window).getByText("Friday rolls did not reach Mastodon").waitFor();
  await needs(window).getByRole("button", { name: "Try again" }).click();
  await stage.settle();
  await page.getByText(/^All well|^Nothing needs you/).waitFor();
  assert.deepEqual(window.troubles, []);
});

test("a viewer sees what failed, and is offered nothing that they may not do", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  await publishWhile(place, { network: "mastodon", status: 422, caption: "Friday rolls" });
  await using window = await open(await aMember(stage, place, "viewer"));
  await window.open(`/brands/${place.brandId}`);
  await needs(window).getByText("Friday rolls did not reach Mastodon").waitFor();
  assert.equal(await needs(window).getByRole("button").count(), 0);
  await needs(window).getByRole("link", { name: "View" }).waitFor();
});

test("a log-in that has ended stands first, and two clicks from home lead to where it is mended", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const email = await aMember(stage, place, "admin");
  await aSecondBrand(email);
  await execute(stage.app.db, {
    text: "update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = 'The network refused the log-in.' where id = $1",
    values: [place.channelIds[0]],
  });
  await using window = await open(email);
  const { page } = window;
  await window.open("/");
  await needs(window).waitFor();
  const [first] = await needs(window).getByRole("listitem").allInnerTexts();
  assert.match(first ?? "", /Mastodon ended its log-in/);
  let clicks = 0;
  const click = async (role: "link" | "button", name: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await click("link", "Log in to Mastodon");
  await page.getByRole("heading", { name: "Channels", level: 1 }).waitFor();
  await page.getByText("The network refused the log-in.").first().waitFor();
  assert.equal(new URL(page.url()).searchParams.get("channel"), String(place.channelIds[0]));
  await page.getByRole("link", { name: /Channels.*1 log-in needed/ }).waitFor();
  assert.ok(clicks <= 2);
});

test("once X has taken the access back nothing looks sent; then three clicks from home mend it, the log-in included", async () => {
  const place = await aPlace(stage, { channels: ["X", "Bluesky"] });
  const email = await aMember(stage, place, "admin");
  await aSecondBrand(email);
  await aFault(stage, { network: "x", kind: "access-revoked" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Friday rolls" });
  await stage.settle();
  await using window = await open(email);
  const { page } = window;
  await window.open(`/brands/${place.brandId}`);
  await page.getByText("Friday rolls").first().waitFor();
  assert.equal(await page.getByText(/^Sent$/).count(), 0);
  await stage.liveUntil(addSeconds(stage.now(), 2 * 3600));
  await needs(window).getByText("X ended its log-in").waitFor();
  await window.open("/");
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await click(needs(window).getByRole("link", { name: "Log in to X" }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Log in again" }));
  await page.getByRole("heading", { name: "Log in to X" }).waitFor();
  await click(page.getByRole("button", { name: "Allow everything" }));
  await page.getByRole("heading", { name: "Channels", level: 1 }).waitFor();
  assert.equal(
    (await one<{ status: string }>(stage.app.db, { text: "select status from channels where id = $1", values: [place.channelIds[0]] }))
      .status,
    "ACTIVE",
  );
  assert.ok(clicks <= 3, `${clicks} clicks`);
});

test("home shows twelve brands, those in trouble first, and finds one by its name", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"], queues: ["Mon 09:00"] });
  const email = await aMember(stage, place, "admin");
  for (let brand = 1; brand < 11; brand += 1) await aSecondBrand(email, `Brand ${String(brand).padStart(2, "0")}`);
  const last = await aPlace(stage, { channels: ["Mastodon"] });
  await must(stage.admin("PATCH", `/brands/${last.brandId}`, { title: "Zimt" }));
  await must(stage.admin("POST", `/brands/${last.brandId}/members`, { user: email, role: "editor" }));
  await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
  await publishWhile(last, { network: "mastodon", status: 422, caption: "Cinnamon" });
  await using window = await open(email);
  const { page } = window;
  await window.open("/");
  const rows = page.getByRole("list", { name: "Your brands" }).getByRole("listitem");
  await rows.first().waitFor();
  const texts = await rows.allInnerTexts();
  assert.equal(texts.length, 12);
  assert.match(texts[0] ?? "", /Zimt[\s\S]*1 failed/);
  assert.match(texts.find((text) => text.includes("Bakery")) ?? "", /Rye with walnuts[\s\S]*All well/);
  await page.keyboard.press("/");
  await page.keyboard.type("bak");
  await page.waitForFunction(() => document.querySelectorAll('ul[aria-label="Your brands"] > li').length === 1);
  await page.keyboard.press("Tab");
  await page.getByRole("searchbox", { name: "Find a brand" }).fill("");
  await rows.nth(11).waitFor();
  await window.picture("home-twelve");
  await page.getByRole("link", { name: /Zimt.*1 failed/ }).click();
  await page.getByRole("heading", { name: "Zimt", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Calendar", exact: true }).first().click();
  await page.getByRole("button", { name: "Brand: Zimt. Switch" }).click();
  await page.getByRole("menuitem", { name: "Bakery" }).click();
  await page.waitForURL(`${stage.url}/brands/${place.brandId}/calendar**`);
  assert.deepEqual(window.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with what needs somebody, on a ${size}, ${colorScheme}`, async () => {
      const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00"] });
      const email = await aMember(stage, place, "admin");
      await aSecondBrand(email);
      await publishWhile(place, { network: "mastodon", status: 422, caption: "Friday rolls" });
      await aPost(place, { publishMode: "QUEUE", caption: "Rye with walnuts" });
      await using window = await open(email, size, colorScheme);
      for (const path of ["/", `/brands/${place.brandId}`]) {
        await window.open(path);
        await needs(window).waitFor();
        await window.picture(`needs-${path === "/" ? "home" : "brand"}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers([colorScheme]), [], path);
        const [wide, shown] = await window.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok((wide ?? 0) <= (shown ?? 0), `${path} is ${wide} pixels wide`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
