import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { ACCESS_SECONDS } from "../../server/src/doors/oauth/tokens.ts";
import { serve } from "../../server/src/ground/net/testing/servers.ts";
import { anOAuthClient } from "../../server/src/testing/oauth-client.ts";
import { aProgram, aSignedIn, PASSWORD, type SignedIn } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { barriers, focused } from "./accessibility.ts";
import { aBrowser, aWindow } from "./browser.ts";

const opened = new AsyncDisposableStack();
let stage: Stage;
let browser: Browser;
let person: SignedIn;
before(async () => {
  stage = opened.use(await openStage());
  browser = opened.use(await aBrowser()).browser;
  person = await aSignedIn(stage);
});
after(() => opened.disposeAsync());

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Presses Tab until the named element has the focus; fails if the focus is invisible on the way. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) {
    const now = await focused(page);
    if (now.name.startsWith(name)) return;
    await page.keyboard.press("Tab");
    const next = await focused(page);
    assert.equal(next.isSeen, true, `the focus on ${next.name} cannot be seen`);
  }
  assert.fail(`${name} is out of reach for the keyboard`);
}

test("A user on a phone, with only a keyboard, authorizes the official client; it works, refreshes, and is disconnected", async () => {
  await using program = await anOAuthClient(stage.url);
  const { context, page } = await aWindow(browser, { size: "phone" });
  await page.goto(String(await program.begin()));

  await page.locator("input[name=email]:focus").waitFor();
  await page.keyboard.type(person.email);
  await tabTo(page, "Password");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Connect “Sous-chef”?", exact: true }).waitFor();
  await tabTo(page, "Read and change");
  await tabTo(page, "Allow");
  await page.keyboard.press("Enter");
  await page.getByText("You may close this window.").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("state"), "state of the program");

  await program.finish();
  const { tools } = await program.client.listTools();
  assert.ok(tools.some(({ name }) => name === "create_post"));
  const brands = async () => (await program.client.callTool({ name: "list_brands", arguments: {} })).structuredContent;
  assert.match(JSON.stringify(await brands()), /Corner Bakery/);

  const first = program.tokens();
  stage.pass(ACCESS_SECONDS);
  assert.match(JSON.stringify(await brands()), /Corner Bakery/);
  assert.notEqual(program.tokens()?.access_token, first?.access_token);
  assert.notEqual(program.tokens()?.refresh_token, first?.refresh_token);

  await page.goto(`${stage.url}/account`);
  await tabTo(page, "Disconnect Sous-chef");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("The app is disconnected and no longer has access.").waitFor();
  await assert.rejects(brands(), { name: "UnauthorizedError" });
  await context.close();
});

test("A read-only app is refused changes, with a message it can show its user", async () => {
  await using program = await anOAuthClient(stage.url);
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await page.goto(String(await program.begin()));
  await signIn(page);
  await page.getByLabel("Read only").check();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await program.finish();
  assert.equal((await program.client.callTool({ name: "list_brands", arguments: {} })).isError ?? false, false);
  const arguments_ = { brandId: person.brandId, title: "Tips" };
  const refused = await program.client.callTool({ name: "create_collection", arguments: arguments_ });
  assert.equal(refused.isError, true);
  await context.close();
});

test("Everything works without scripts", async () => {
  await using program = await anOAuthClient(stage.url);
  const { context, page } = await aWindow(browser, { size: "desktop", scripts: false });
  await page.goto(String(await program.begin()));
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("The e-mail address or the password is wrong.").waitFor();
  await signIn(page);
  await page.getByRole("button", { name: "Don’t allow" }).click();
  await page.getByText("You may close this window.").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  await page.goto(`${stage.url}/account`);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await context.close();
});

test("Someone else can sign in from the consent page, and sees the same request", async () => {
  const other = await aSignedIn(stage);
  const program = await aProgram(stage);
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await page.goto(`${stage.url}${program.request().path}`);
  await signIn(page);
  await page.getByRole("button", { name: "Sign in as someone else" }).click();
  await page.getByLabel("E-mail address").fill(other.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Connect “Sous-chef”?", exact: true }).waitFor();
  await page.getByText(`(${other.email})`).waitFor();
  await context.close();
});

test("An app may redirect from its own address to its vendor's page", async () => {
  const { context, page } = await aWindow(browser, { size: "desktop" });
  // The browser trusts no certificate here; it is enough that it requests the page.
  await context.route("https://maker.example/done", (route) => route.fulfill({ body: "Well done" }));
  await using own = await serve((_request, response) => response.writeHead(302, { location: "https://maker.example/done" }).end());
  const redirectUri = `${own.origin}/callback`;
  const program = await aProgram(stage, { redirect_uris: [redirectUri] });
  await page.goto(`${stage.url}${program.request({ redirect_uri: redirectUri }).path}`);
  await signIn(page);
  const left = page.waitForRequest("https://maker.example/done");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await left;
  await context.close();
});

test("The browser does not send the session with another site's form", async () => {
  const program = await aProgram(stage);
  const { context, page } = await aWindow(browser, { size: "desktop" });
  await page.goto(`${stage.url}/sign-in`);
  await signIn(page);
  await page.waitForURL(`${stage.url}/`);
  await page.route("http://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<form method="post" action="${stage.url}/sign-out"><button>Win</button></form>` }),
  );
  await page.goto("http://evil.example/");
  await page.getByRole("button", { name: "Win" }).click();
  await page.waitForURL(`${stage.url}/**`);
  await page.goto(`${stage.url}${program.request().path}`);
  await page.getByRole("heading", { name: "Connect “Sous-chef”?", exact: true }).waitFor();
  await page.route("http://evil.example/frame", (route) =>
    route.fulfill({ contentType: "text/html", body: `<iframe src="${stage.url}/account"></iframe>` }),
  );
  await page.goto("http://evil.example/frame");
  const framed = page.frames().map((frame) => frame.url());
  assert.equal(
    framed.some((url) => url.startsWith(stage.url)),
    false,
    framed.join(", "),
  );
  await context.close();
});

test("The accessibility check finds real barriers", async () => {
  const { context, page } = await aWindow(browser, { size: "phone" });
  await page.setContent(`<style>* { background: #fff; color: #999 } input { width: 177px; height: 21px; box-sizing: border-box }</style><header></header>
    <main><h1>Title</h1><h3>Level</h3><input id="a"><input id="a" aria-label="Named" aria-describedby="b" tabindex="-1">
    <div style="width: 900px; background: #000">wide</div><button style="width: 20px; height: 20px; padding: 0; border: 0">x</button></main>`);
  const found = (await barriers(page)).map((sentence) => sentence.split(": ").at(-1));
  assert.deepEqual(found.sort(), [
    "an id is there twice",
    "aria-describedby names nothing",
    "follows a heading of level 1",
    "has no name",
    "is 177 by 21 pixels",
    "is 177 by 21 pixels",
    "is 20 by 20 pixels",
    "is out of reach for keys",
    "its edge stands out 2.85 to 1",
    "text stands out 2.85 to 1",
    "text stands out 2.85 to 1",
    "text stands out 2.85 to 1",
    "the page has no language",
    "the page has no title",
    "the page is 908 pixels wide",
  ]);
  await context.close();
});

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`No page has accessibility barriers: ${size}, ${colorScheme}`, async () => {
      const long = "A program whose name goes on and on until somebody-cuts-it-off-where-it-is-far-too-long";
      const program = await aProgram(stage, { client_name: long });
      await program.connect(person);
      const { context, page } = await aWindow(browser, { size, colorScheme });
      const look = async (where: string) => assert.deepEqual(await barriers(page), [], where);
      await page.goto(`${stage.url}${program.request().path}`);
      await look("sign-in");
      await page.getByRole("link", { name: "Forgot it?" }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await look("a forgotten password");
      await page.goBack();
      await page.getByLabel("E-mail address").fill(person.email);
      await page.getByLabel("Password", { exact: true }).fill("wrong horse");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await page.locator("input[name=password]:focus").waitFor();
      await look("sign-in after a mistake");
      await signIn(page);
      await page.getByRole("button", { name: "Allow", exact: true }).waitFor();
      await look("consent");
      await page.goto(`${stage.url}${program.request({ scope: "read" }).path}`);
      await look("consent to reading");
      await page.goto(`${stage.url}${program.request({ redirect_uri: "https://evil.example/" }).path}`);
      await look("problem");
      await page.goto(`${stage.url}/account?disconnected`);
      await look("account");
      await page.getByLabel("Current password").fill("wrong horse");
      await page.getByLabel("New password").fill("a better horse");
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByRole("alert").getByText("That is not your current password.").waitFor();
      await look("account, password not changed");
      await context.close();
    });
  }
}
