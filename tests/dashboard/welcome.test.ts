import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
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

type Way = "keyboard" | "pointer";

/** A window in which it is counted how often somebody clicks. */
class Counted {
  readonly page: Page;
  readonly #way: Way;
  clicks = 0;

  constructor(page: Page, way: Way) {
    this.page = page;
    this.#way = way;
  }

  async click(what: string | RegExp | Locator): Promise<void> {
    this.clicks += 1;
    const named = (name: string | RegExp) => this.page.getByRole("button", { name, exact: typeof name === "string" }).first();
    await (typeof what === "string" || what instanceof RegExp ? named(what) : what).click();
  }

  /** By the pointer alone, a field that does not have the focus by itself is clicked before. */
  async type(field: Locator, text: string): Promise<void> {
    if (this.#way === "keyboard") return field.fill(text);
    await field.waitFor();
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.click(field);
    await this.page.keyboard.type(text);
  }

  /** A picture into the post, and the post into the queue: pasted and by Ctrl and Enter, or by choosing the file and by the button. */
  async finish(picture: Buffer): Promise<void> {
    const { page } = this;
    if (this.#way === "keyboard") {
      await page.evaluate(
        (bytes) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(bytes)], "loaf.jpg", { type: "image/jpeg" }));
          globalThis.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
        },
        [...picture],
      );
    } else {
      const chooser = page.waitForEvent("filechooser");
      await this.click(page.getByText("or drop, paste"));
      // The system's own window, in which the file is chosen, is not counted.
      await (await chooser).setFiles([{ name: "loaf.jpg", mimeType: "image/jpeg", buffer: picture }]);
    }
    await page.getByRole("img", { name: "loaf.jpg" }).first().waitFor();
    if (this.#way === "pointer") return this.click("Queue");
    await page.getByRole("textbox", { name: "Text", exact: true }).press("Control+Enter");
  }
}

/** On the pages of the network and, where there is something to choose, on ours. */
async function logIn(counted: Counted): Promise<void> {
  const { page } = counted;
  await page.getByRole("heading", { name: /^Log in to / }).waitFor();
  if ((await page.locator("input[name=person]").count()) === 0) await counted.type(page.locator("input[name=name]"), "Ada");
  await counted.click("Allow everything");
  await page.waitForURL(({ pathname }) => pathname !== "/connect" && !pathname.startsWith("/sandbox/"));
  if (!new URL(page.url()).pathname.startsWith("/connect/log-ins/")) return;
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /Krume/, "the brand is named while accounts are chosen");
  if ((await page.locator("input[name=account]:checked").count()) === 0)
    await counted.click(page.locator("input[name=account]:enabled").first());
  for (const group of await page.locator(".preferences fieldset").all()) {
    const radio = group.locator("input[type=radio]:enabled");
    if ((await group.locator("input[type=radio]:checked").count()) > 0) continue;
    await counted.click(radio.first());
  }
  await counted.click("Connect");
}

/** The first one, and those that can be logged in to in two ways, between which the person chooses; the others follow by themselves. */
const CLICKED = ["Facebook", "Instagram", "LinkedIn"];

for (const way of ["keyboard", "pointer"] as const) {
  test(`from the sign-in to a first post queued on six networks it is at most ${CLICKS_MAX} clicks, by ${way === "pointer" ? "the pointer alone" : "pointer and keyboard"}`, async () => {
    const email = `${way}@example.org`;
    await must(stage.admin("POST", "/users", { name: "Ada", email, password: PASSWORD }));
    const { context, page } = await aWindow(opened.browser, { size: "desktop" });
    const counted = new Counted(page, way);
    await page.goto(`${stage.url}/sign-in?return_to=/welcome`);
    await counted.type(page.getByLabel("E-mail address"), email);
    await counted.type(page.getByLabel("Password"), PASSWORD);
    await counted.click("Sign in");
    const title = `Krume by ${way}`;
    await counted.type(page.getByLabel("Name"), title);
    await counted.click("Next: networks");
    await page.getByRole("heading", { name: `Where does ${title} post?` }).waitFor();
    for (const network of NETWORKS) await counted.click(page.getByRole("checkbox", { name: new RegExp(`^${network}`) }));
    for (const network of NETWORKS) {
      if (CLICKED.includes(network)) await counted.click(new RegExp(`^Log in to ${network}`));
      await logIn(counted);
    }
    await page.getByRole("heading", { name: `When should posts of ${title} go out?` }).waitFor();
    await counted.click("Write the first post");
    await page.waitForURL(/\/write\?collection=\d+/);
    await page.getByRole("button", { name: "Queue", exact: true }).waitFor();
    await counted.type(page.getByRole("textbox", { name: "Text", exact: true }), "The first loaves are out");
    await counted.finish(await aPhoto({ width: 1080, height: 1080 }));
    await page.waitForURL(({ pathname }) => !pathname.endsWith("/write"));
    assert.ok(counted.clicks <= CLICKS_MAX, `${counted.clicks} clicks`);
    const ofBrand = { text: "b.title = $1", values: [title] };
    const { rows: queued } = await stage.app.db.query(
      `select p.body, p.left_out from posts p join brands b on b.id = p.brand_id where p.posting_type = 'QUEUE' and p.status = 'PENDING' and ${ofBrand.text}`,
      ofBrand.values,
    );
    assert.deepEqual(queued, [{ body: "The first loaves are out", left_out: [] }]);
    const { rows } = await stage.app.db.query(
      `select h.type, h.status, exists (select from collection_channels cc where cc.channel_id = h.id) "isIn" from channels h join brands b on b.id = h.brand_id
       where ${ofBrand.text} order by h.id`,
      ofBrand.values,
    );
    assert.deepEqual(
      rows,
      NETWORKS.map((type) => ({ type, status: "ACTIVE", isIn: true })),
    );
    await context.close();
  });
}

test("the next network follows by itself after a log-in that succeeded, not for who goes back or declines", async () => {
  const place = await aPlace(stage, { channels: [] });
  await using window = await aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, "owner") });
  const { page } = window;
  const allow = async () => {
    await page.locator("input[name=name]").fill("Ada");
    await page.getByRole("button", { name: "Allow everything" }).click();
  };
  await window.open(`/welcome?brand=${place.brandId}&step=networks&networks=threads,x,youtube`);
  await page.getByText("As soon as it is done, the next one follows by itself.").waitFor();
  await page.getByRole("button", { name: /^Log in to Threads/ }).click();
  await allow();
  await page.getByRole("heading", { name: /^Log in to X/ }).waitFor();
  await page.goBack();
  await page.getByText("1 connected · 2 to go").waitFor();
  await page.getByRole("button", { name: /^Log in to X/ }).click();
  await page.getByRole("heading", { name: /^Log in to X/ }).waitFor();
  await page.locator("input[name=name]").fill("Ada");
  await page.getByRole("button", { name: "Choose what to allow" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Leave this network out and go on" }).click();
  await page.getByText("1 connected · 1 to go").waitFor();
  await page.getByRole("button", { name: /^Log in to YouTube/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/welcome");
  assert.deepEqual(window.troubles, []);
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
        assert.deepEqual(await window.barriers([colorScheme]), [], name);
        const width = await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, `${name} is ${width} px too wide`);
      }
      assert.deepEqual(window.troubles, []);
    });
  }
}
