import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
import { aPhoto } from "../../server/src/testing/media.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "../journeys/browser.ts";
import { aDashboardWindow, aMember, type Window } from "./window.ts";

let stage: Stage;
let place: Place;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage();
  opened = await aBrowser();
  place = await aPlace(stage, { channels: ["Mastodon"], queues: ["Mon 09:00"] });
  await must(place.api("POST", "/collections", { title: "Cakes", channels: place.channelIds }));
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

type Look = { readonly size?: "desktop" | "phone"; readonly colorScheme?: "light" | "dark" };
const window = async (role: "editor" | "admin", look: Look = {}) =>
  aDashboardWindow(opened.browser, stage, { email: await aMember(stage, place, role), ...look });

const posts = async () => (await place.api("GET", "/posts?per_page=100")).body.data;
const media = async () => (await place.api("GET", "/media")).body.data;

async function workerReady({ page, open }: Window): Promise<void> {
  await open("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Sends the form that a device's share menu sends. */
async function share(page: Page, fields: Readonly<Record<string, string>>, file: Buffer): Promise<void> {
  await page.evaluate(
    ([texts, bytes]) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
      for (const [name, value] of Object.entries(texts)) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
      }
      const given = new DataTransfer();
      given.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], "rolls.jpg", { type: "image/jpeg" }));
      form.append(Object.assign(document.createElement("input"), { type: "file", name: "files", files: given.files }));
      document.body.append(form);
      form.submit();
    },
    [fields, file.toString("base64")] as const,
  );
}

test("the dashboard can be installed: its manifest, icons and service worker are as browsers ask for", async () => {
  await using own = await window("editor");
  const manifest = await (await fetch(`${stage.url}/app/manifest.webmanifest`)).json();
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons)]) {
    const reply = await fetch(`${stage.url}${src}`);
    assert.deepEqual([reply.status, reply.headers.get("content-type")], [200, type], src);
    const { width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    if (sizes !== "any") assert.equal(`${width}x${height}`, sizes);
  }
  await workerReady(own);
  const worker = await fetch(`${stage.url}/app/service-worker.js`);
  assert.deepEqual(
    ["cache-control", "service-worker-allowed", "content-security-policy"].map((name) => worker.headers.get(name)),
    ["no-cache", "/", "default-src 'none'; connect-src 'self'"],
  );
  const session = await own.page.context().newCDPSession(own.page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Windows of tests are private ones.
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    [],
  );
  const { url, errors } = await session.send("Page.getAppManifest");
  assert.deepEqual([url, errors], [`${stage.url}/app/manifest.webmanifest`, []]);
  for (const [path, heading] of [
    ["/write", "New post"],
    ["/calendar", "Calendar"],
  ] as const) {
    await own.open(path);
    await own.page.getByRole("heading", { level: 1, name: heading }).waitFor();
    assert.equal(new URL(own.page.url()).pathname, `/brands/${place.brandId}${path}`);
  }
  assert.deepEqual(own.troubles, []);
});

test("what a device shares survives a sign-in, and becomes a post of the chosen collection with its file, but only by a click", async () => {
  await using own = await window("editor");
  const { page } = own;
  await workerReady(own);
  const email = await aMember(stage, place, "editor");
  await page.context().clearCookies();
  await page.goto(`${stage.url}/docs`);
  await share(page, { title: "Rolls", text: "Fresh rolls https://shop.example/rolls" }, await aPhoto());
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Share" }).waitFor();
  await page.getByText("Fresh rolls", { exact: true }).waitFor();
  await page.getByText(/^rolls\.jpg, /).waitFor();
  assert.deepEqual([await posts(), await media()], [[], []]);
  await page.getByLabel("Collection").selectOption("Cakes");
  await page.getByRole("button", { name: "Write a post" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Text", exact: true }).inputValue(), "Fresh rolls");
  assert.equal(await page.getByRole("textbox", { name: "Link" }).inputValue(), "https://shop.example/rolls");
  await page.getByRole("button", { name: "Crop rolls.jpg" }).waitFor();
  assert.deepEqual(await posts(), []);
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/draft=\d+/);
  const [post] = await posts();
  const whole = await must(stage.admin("GET", `/../posts/${post.id}`));
  assert.deepEqual(
    [whole.caption, whole.link, whole.media.map(({ name }: { name: string }) => name)],
    ["Fresh rolls", "https://shop.example/rolls", ["rolls.jpg"]],
  );
  assert.equal((await must(place.api("GET", "/collections"))).find(({ id }: { id: number }) => id === whole.collectionId)?.title, "Cakes");
  await own.open("/share?from=device");
  await page.getByText("There is nothing to share here").waitFor();
  await own.open("/share?title=Next");
  assert.equal(await page.getByLabel("Collection").locator("option:checked").innerText(), "Cakes");
  assert.deepEqual(own.troubles, []);
});

test("the bookmark sends a page's title, its address and what is selected to a small window, whatever policy the page has", async () => {
  const site = createServer((_request, response) =>
    response
      .writeHead(200, {
        "content-type": "text/html",
        "content-security-policy": "default-src 'none'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
      })
      .end("<title>Rye &amp; more</title><p>The best of all</p>"),
  ).listen(0, "127.0.0.1");
  await once(site, "listening");
  try {
    await using own = await window("editor");
    await own.open("/settings/share");
    const link = own.page.getByRole("link", { name: "Share with Rostrum" });
    const address = (await link.getAttribute("href")) ?? "";
    await link.click();
    assert.equal(new URL(own.page.url()).pathname, "/settings/share");
    const elsewhere = await own.page.context().newPage();
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/rye?a=1&b=2`;
    await elsewhere.goto(url);
    await elsewhere.evaluate(() => getSelection()?.selectAllChildren(document.querySelector("p") as Element));
    const [popup] = await Promise.all([
      elsewhere.waitForEvent("popup"),
      elsewhere.evaluate(decodeURIComponent(address.slice("javascript:".length))),
    ]);
    await popup.getByRole("heading", { level: 1, name: "Share" }).waitFor();
    await popup.getByText("The best of all", { exact: true }).waitFor();
    await popup.getByRole("link", { name: url }).waitFor();
    await popup.getByRole("button", { name: "Write a post" }).click();
    assert.equal(await popup.getByRole("textbox", { name: "Text", exact: true }).inputValue(), "The best of all");
    assert.equal(await popup.getByRole("textbox", { name: "Link" }).inputValue(), url);
  } finally {
    site.close();
  }
});

test("what was begun before stays where it was, and what is shared is there again after a reload", async () => {
  await using own = await window("editor");
  const { page } = own;
  await own.open(`/brands/${place.brandId}/write`);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Half a thought");
  await own.open("/share?text=Shared%20words");
  await page.getByRole("button", { name: "Write a post" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Text", exact: true }).inputValue(), "Shared words");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Shared words, and more");
  await page.reload();
  await page.getByText("This is what you were writing here before.").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Text", exact: true }).inputValue(), "Shared words, and more");
  await own.open(`/brands/${place.brandId}/write`);
  assert.equal(await page.getByRole("textbox", { name: "Text", exact: true }).inputValue(), "Half a thought");
});

test("where the browser keeps nothing, the words travel in the address, and what is written goes on after a reload", async () => {
  await using own = await window("editor");
  const { page } = own;
  await page.addInitScript(() => Object.defineProperty(globalThis, "caches", { value: undefined }));
  await own.open("/share?title=Rye&url=https%3A%2F%2Fshop.example%2Frye");
  await page.getByRole("button", { name: "Write a post" }).click();
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  assert.deepEqual(
    [await text.inputValue(), await page.getByRole("textbox", { name: "Link" }).inputValue()],
    ["Rye", "https://shop.example/rye"],
  );
  await page.waitForFunction(() => !location.search.includes("caption"));
  await text.fill("Rye, and more");
  await page.reload();
  await text.waitFor();
  assert.equal(await text.inputValue(), "Rye, and more");
});

test("an address from another page is shown as text and never runs", async () => {
  await using own = await window("editor");
  await own.open(`/share?title=Look&url=${encodeURIComponent("javascript:alert(1)")}`);
  await own.page.getByText("javascript:alert(1)").waitFor();
  assert.equal(await own.page.getByRole("link", { name: "javascript" }).count(), 0);
  assert.deepEqual(own.troubles, []);
});

test("while the service cannot be reached, a page of the dashboard says so", async () => {
  await using opening = new AsyncDisposableStack();
  const leaving = opening.use(await openStage());
  const brand = await aPlace(leaving);
  const own = opening.use(await aDashboardWindow(opened.browser, leaving, { email: await aMember(leaving, brand, "editor") }));
  await workerReady(own);
  // Its stream of changes would hold the service.
  await own.page.goto("about:blank");
  await leaving[Symbol.asyncDispose]();
  await own.page.goto(`${leaving.url}/brands/${brand.brandId}`);
  await own.page.getByRole("heading", { name: "Rostrum cannot be reached", exact: true }).waitFor();
  await own.page.getByRole("link", { name: "Try again" }).waitFor();
  assert.deepEqual(await own.barriers(), []);
});

test("an admin switches the feed on, changes its address and switches it off", async () => {
  await using own = await window("admin");
  const { page } = own;
  await own.open(`/brands/${place.brandId}/settings`);
  const panel = page.getByRole("region", { name: "Feed of what was published" });
  await panel.getByRole("button", { name: "Switch the feed on" }).click();
  const field = panel.getByRole("textbox", { name: "RSS" });
  await field.waitFor();
  const first = await field.inputValue();
  assert.equal((await fetch(first)).status, 200);
  await panel.getByRole("button", { name: "Change its address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change its address" }).click();
  await page.getByText("The feed has a new address.").waitFor();
  await page.waitForFunction((old) => ![...document.querySelectorAll("input")].some(({ value }) => value === old), first);
  assert.equal((await fetch(first)).status, 404);
  assert.equal((await fetch(await field.inputValue())).status, 200);
  await panel.getByRole("button", { name: "Switch the feed off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch the feed off" }).click();
  await panel.getByRole("button", { name: "Switch the feed on" }).waitFor();
  assert.deepEqual(own.troubles, []);
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`the pages for sharing have no barriers on a ${size} in ${colorScheme} colours`, async () => {
      await must(stage.admin("PATCH", `/brands/${place.brandId}/feed`, { set: "on" }));
      await using own = await window("admin", { size, colorScheme });
      for (const [path, name] of [
        ["/share?title=Rye&text=The%20best&url=https%3A%2F%2Fshop.example%2Frye", "share"],
        ["/share?from=device", "share-nothing"],
        ["/share?from=device&problem=kept", "share-not-kept"],
        ["/settings/share", "share-settings"],
        [`/brands/${place.brandId}/settings`, "brand-feed"],
      ] as const) {
        await own.open(path);
        assert.deepEqual(await own.barriers([colorScheme]), [], path);
        await own.picture(`${name}-${size}-${colorScheme}`);
      }
      assert.deepEqual(own.troubles, []);
    });
  }
}
