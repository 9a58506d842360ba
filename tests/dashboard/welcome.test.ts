import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { aPlace, must } from "../../server/src/testing/builders.ts";
import { aPhoto } from "../../server/src/testing/media.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { aDashboardWindow, aMember } from "./window.ts";

/** From the sign-in to the first post on six networks, everything on the networks' own pages included. */
const CLICKS_MAX = 25;
const NETWORKS = ["Facebook", "Instagram", "Threads", "LinkedIn", "Google Business", "X"] as const;

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

/** On the pages of the network and, where there is something to choose, on ours. */
async function logIn(page: Page, click: (name: string | RegExp) => Promise<void>): Promise<void> {
  await page.getByRole("heading", { name: /^Log in to / }).waitFor();
  const name = page.locator("input[name=name]");
  if ((await page.locator("input[name=person]").count()) === 0) await name.fill("Ada");
  await click("Allow everything");
  await page.waitForURL(({ pathname }) => pathname === "/welcome" || pathname.startsWith("/connect/log-ins/"));
  if (new URL(page.url()).pathname === "/welcome") return;
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /Krume/, "the brand is named while accounts are chosen");
  const boxes = page.locator("input[name=account]:enabled");
  if ((await page.locator("input[name=account]:checked").count()) === 0) {
    await boxes.first().click();
    await click("");
  }
  for (const group of await page.locator(".preferences fieldset").all()) {
    const radio = group.locator("input[type=radio]:enabled");
    if ((await group.locator("input[type=radio]:checked").count()) > 0) continue;
    await radio.first().click();
    await click("");
  }
  await click("Connect");
}

test(`from the sign-in to a first post queued on six networks it is at most ${CLICKS_MAX} clicks`, async () => {
  const email = "ada@example.org";
  await must(stage.admin("POST", "/users", { name: "Ada", email, password: PASSWORD }));
  const { context, page } = await aWindow(opened.browser, { size: "desktop" });
  let clicks = 0;
  /** An empty name: what was clicked already. */
  const click = async (name: string | RegExp) => {
    clicks += 1;
    if (name !== "")
      await page
        .getByRole("button", { name, exact: typeof name === "string" })
        .first()
        .click();
  };
  await page.goto(`${stage.url}/sign-in?return_to=/welcome`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await click("Sign in");
  await page.getByLabel("Name").fill("Krume");
  await click("Next: networks");
  await page.getByRole("heading", { name: "Where does Krume post?" }).waitFor();
  for (const network of NETWORKS) {
    clicks += 1;
    await page.getByRole("checkbox", { name: new RegExp(`^${network}`) }).click();
  }
  for (const network of NETWORKS) {
    await click(new RegExp(`^Log in to ${network}`));
    await logIn(page, click);
  }
  await page.getByRole("heading", { name: "When should posts of Krume go out?" }).waitFor();
  await click("Write the first post");
  await page.waitForURL(/\/write\?collection=\d+/);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("The first loaves are out");
  // A picture is pasted, and the post is queued by the keyboard; with the pointer both would be a click each.
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], "loaf.jpg", { type: "image/jpeg" }));
      globalThis.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    },
    [...(await aPhoto({ width: 1080, height: 1080 }))],
  );
  await page.getByRole("img", { name: "loaf.jpg" }).first().waitFor();
  await page.getByRole("textbox", { name: "Text", exact: true }).press("Control+Enter");
  await page.waitForURL(({ pathname }) => !pathname.endsWith("/write"));
  assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`);
  const { rows: queued } = await stage.app.db.query("select body, left_out from posts where posting_type = 'QUEUE' and status = 'PENDING'");
  assert.deepEqual(queued, [{ body: "The first loaves are out", left_out: [] }]);
  const { rows } = await stage.app.db.query(
    `select h.type, h.status, exists (select from collection_channels cc where cc.channel_id = h.id) "isIn" from channels h join brands b on b.id = h.brand_id
     where b.title = 'Krume' order by h.id`,
  );
  assert.deepEqual(
    rows,
    NETWORKS.map((type) => ({ type, status: "ACTIVE", isIn: true })),
  );
  await context.close();
});

test("a client's next channel lands with the client, whose name is read on the way", async () => {
  const place = await aPlace(stage, { channels: [] });
  const email = await aMember(stage, place, "owner");
  await using window = await aDashboardWindow(opened.browser, stage, { email });
  const { page } = window;
  await window.open("/welcome");
  await page.getByLabel("Name").fill("A client");
  await page.getByRole("button", { name: "Next: networks" }).click();
  await page.getByRole("heading", { name: "Where does A client post?" }).waitFor();
  const brandId = Number(new URL(page.url()).searchParams.get("brand"));
  await window.open(`/connect?brand=${brandId}`);
  await page.getByRole("heading", { name: "Connect a channel to A client" }).waitFor();
  await page.getByRole("link", { name: /^X/ }).click();
  await page.getByRole("heading", { name: "Connect X to A client" }).waitFor();
  await page.getByRole("button", { name: /^Continue to X/ }).click();
  await page.locator("input[name=name]").fill("Client");
  await page.getByRole("button", { name: "Allow everything" }).click();
  await page.getByRole("heading", { name: "Choose the accounts to connect to A client" }).waitFor();
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("heading", { name: "The account is connected to A client" }).waitFor();
  await page.getByRole("link", { name: "Connect another channel to A client" }).click();
  await page.getByRole("heading", { name: "Connect a channel to A client" }).waitFor();
  const { rows } = await stage.app.db.query("select brand_id from channels where name like '%lient%' and type = 'X'");
  assert.deepEqual(
    rows.map((row: { brand_id: string }) => Number(row.brand_id)),
    [brandId],
  );
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the first steps on a ${size}, ${colorScheme}`, async () => {
      const place = await aPlace(stage, { channels: ["Mastodon"] });
      const email = await aMember(stage, place, "admin");
      await using window = await aDashboardWindow(opened.browser, stage, { email, size, colorScheme });
      const of = `brand=${place.brandId}`;
      for (const [name, search] of [
        ["brand", ""],
        ["networks", `?${of}&step=networks&networks=instagram`],
        ["times", `?${of}&step=times`],
      ] as const) {
        await window.open(`/welcome${search}`);
        if (name === "networks") await window.page.getByRole("button", { name: /^Log in to Instagram/ }).waitFor();
        await window.picture(`welcome-${name}-${size}-${colorScheme}`);
        assert.deepEqual(await window.barriers(), [], name);
        const width = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, `${name} is ${width} px too wide`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
