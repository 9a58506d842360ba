import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGUAGES, type Language } from "@rostrum/contract/words.ts";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { notBuiltPage } from "../../server/src/ground/web/failures.ts";
import { render } from "../../server/src/ground/web/html.ts";
import { aPlace, must } from "../../server/src/testing/builders.ts";
import { aProgram, aSignedIn, PASSWORD, type SignedIn } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser, aWindow } from "./browser.ts";

const opened = new AsyncDisposableStack();
let stage: Stage;
let browser: Browser;
let person: SignedIn;
let invitation: string;
before(async () => {
  stage = opened.use(await openStage({ ROSTRUM_SIGN_UP: "1" }));
  browser = opened.use(await aBrowser()).browser;
  person = await aSignedIn(stage);
  const place = await aPlace(stage, { channels: [] });
  invitation = new URL(await inviteTo(place.brandId)).pathname;
});
after(() => opened.disposeAsync());

/** The link of an invitation as an editor, by the person who is signed in. */
async function inviteTo(brandId: number): Promise<string> {
  await must(stage.admin("POST", `/brands/${brandId}/members`, { user: person.email, role: "admin" }));
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await signIn(page);
  const session = await (await context.request.get(`${stage.url}/app/api/session`)).json();
  const headers = { "x-rostrum-token": session.data.token };
  const made = await context.request.post(`${stage.url}/app/api/brands/${brandId}/invitations`, { headers, data: { role: "editor" } });
  const { data } = await made.json();
  await context.close();
  return data.url;
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${stage.url}/sign-in?return_to=%2Faccount`);
  await page.locator("input[name=email]").fill(person.email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("form[action='/sign-in'] button").click();
  await page.waitForURL(`${stage.url}/account`);
}

/** What axe finds wrong with a page, and whether it can only be seen by moving it sideways. */
async function barriers(page: Page, path: string, language: Language): Promise<string[]> {
  await page.goto(`${stage.url}${path}`);
  await page.waitForLoadState("load");
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: found } = globalThis as unknown as { readonly axe: typeof axe };
    const results = await found.run();
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
  });
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const spoken = await page.locator("html").getAttribute("lang");
  return [...violations, ...(isWide ? ["is too wide"] : []), ...(spoken === language ? [] : [`speaks ${spoken}`])].map(
    (what) => `${path}: ${what}`,
  );
}

const OUTSIDE = [
  "/",
  "/sign-up",
  "/forgot-password",
  "/reset-password?token=gone",
  "/verify-email?token=gone",
  "/nothing-here",
  "/sandbox/",
];
const INSIDE = ["/account", "/connect", "/connect/mastodon", "/connect/begin/gone"];

for (const language of LANGUAGES) {
  for (const size of ["desktop", "phone"] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`axe finds nothing wrong with the service’s pages: ${language}, ${size}, ${colorScheme}`, async () => {
        const { context, page } = await aWindow(browser, { size, colorScheme, language });
        const found: string[] = [];
        for (const path of [...OUTSIDE, invitation]) found.push(...(await barriers(page, path, language)));
        await signIn(page);
        const program = await aProgram(stage);
        for (const path of [...INSIDE, program.request().path]) found.push(...(await barriers(page, path, language)));
        assert.deepEqual(found, []);
        await context.close();
      });
    }
  }
}

test("a language is chosen on the page, stays for the pages that follow, and is that of the account made there", async () => {
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await page.goto(`${stage.url}${invitation}`);
  await page.getByRole("heading", { name: /invites you$/ }).waitFor();
  await page.getByText("You write, plan and publish.").waitFor();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByText("Sie schreiben, planen und veröffentlichen.").waitFor();
  await page.getByRole("link", { name: "Konto anlegen" }).click();
  await page.getByLabel("Name").fill("Grete Müller");
  await page.getByLabel("E-Mail-Adresse").fill("grete@example.org");
  await page.getByLabel(/^Passwort/).fill(PASSWORD);
  await page.getByRole("button", { name: "Konto anlegen" }).click();
  await page.waitForURL(`${stage.url}${invitation}`);
  const { rows } = await stage.app.db.query("select language from users where email = 'grete@example.org'");
  assert.deepEqual(rows, [{ language: "de" }]);
  await context.close();
});

test("a browser reads a page where there is nothing, and programs read JSON", async () => {
  const read = (path: string, accept: string) => fetch(`${stage.url}${path}`, { headers: { accept } });
  const page = await read("/nothing-here", "text/html,application/xhtml+xml,*/*;q=0.8");
  assert.deepEqual([page.status, page.headers.get("content-type")], [404, "text/html; charset=utf-8"]);
  assert.match(await page.text(), /There is no page here/);
  for (const [path, accept] of [
    ["/nothing-here", "*/*"],
    ["/v1/nothing", "text/html"],
  ] as const) {
    const reply = await read(path, accept);
    assert.match(reply.headers.get("content-type") ?? "", /^application\/json/, path);
  }
  const moved = await fetch(`${stage.url}/login`, { redirect: "manual" });
  assert.deepEqual([moved.status, moved.headers.get("location")], [303, "/sign-in"]);
});

test("what a device shares with a browser that has not opened the dashboard is answered in the browser's language, with the way on", async () => {
  const said = { en: "This could not be shared", de: "Das ließ sich nicht teilen", fr: "Le partage n’a pas fonctionné" };
  for (const language of LANGUAGES) {
    const reply = await fetch(`${stage.url}/share`, { method: "POST", body: new FormData(), headers: { "accept-language": language } });
    assert.deepEqual([reply.status, reply.headers.get("content-language")], [503, language]);
    const page = await reply.text();
    assert.ok(page.includes(`<h1>${said[language]}</h1>`), page);
    assert.match(page, /<a class="button main" href="\/">/);
  }
});

test("a dashboard that has not been built is told in the reader's language, with the command that builds it", () => {
  const told = LANGUAGES.map((language) => notBuiltPage(language));
  assert.equal(new Set(told.map(({ title }) => title)).size, LANGUAGES.length);
  for (const { status, body } of told) {
    assert.equal(status, 503);
    assert.match(render(body), /<code>npm run build<\/code>/);
  }
});
