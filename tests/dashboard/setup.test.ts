import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { setupCode } from "../../server/src/people/sign-in/setup-code.ts";
import { must } from "../../server/src/testing/builders.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser, aWindow } from "../journeys/browser.ts";
import { barriersOf } from "./window.ts";

let stage: Stage;
let opened: Awaited<ReturnType<typeof aBrowser>>;
before(async () => {
  stage = await openStage({ ROSTRUM_SANDBOX: "0" });
  opened = await aBrowser();
});
after(async () => {
  await opened[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function fill(page: Page, code: string): Promise<void> {
  await page.getByLabel("One-time code").fill(code);
  await page.getByLabel("Name").fill("Ada Baker");
  await page.getByLabel("E-mail address").fill("ada@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create an account" }).click();
}

for (const size of ["desktop", "phone"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing wrong with the pages of an empty service on a ${size}, ${colorScheme}, in any language`, async () => {
      for (const language of ["en-US", "de", "fr"]) {
        const { context, page } = await aWindow(opened.browser, { size, colorScheme, language });
        for (const path of ["/setup", "/try-sandbox"]) {
          await page.goto(`${stage.url}${path}`);
          await page.getByRole("heading", { level: 1 }).waitFor();
          assert.deepEqual(await barriersOf(page, [colorScheme]), [], `${path} ${language}`);
          const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(width, 0, path);
          const folder = process.env.ROSTRUM_SCREENSHOTS;
          if (folder !== undefined) await page.screenshot({ path: `${folder}/${path.slice(1)}-${size}-${colorScheme}-${language}.png` });
        }
        await context.close();
      }
    });
  }
}

test("the first page of an empty service makes the operator's account with the code of the log, once", async () => {
  const { context, page } = await aWindow(opened.browser, { size: "desktop" });
  await page.goto(stage.url);
  await page.getByRole("heading", { level: 1, name: "Welcome to Rostrum" }).waitFor();
  await page.getByRole("link", { name: "Try it with sandbox networks" }).click();
  await page.getByText("ROSTRUM_SANDBOX=1").waitFor();
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await fill(page, "AAAA-AAAA-AAAA");
  await page.getByRole("alert").getByText("This is not the code.").waitFor();
  assert.deepEqual(await must(stage.admin("GET", "/users")), []);
  // As people type it.
  await fill(page, setupCode(stage.app).toLowerCase().replaceAll("-", " "));
  await page.waitForURL((url) => !url.pathname.startsWith("/setup"));
  const users = await must(stage.admin("GET", "/users"));
  assert.deepEqual(
    users.map(({ email, operator, verified }: Record<string, unknown>) => ({ email, operator, verified })),
    [{ email: "ada@example.org", operator: true, verified: true }],
  );
  await page.goto(`${stage.url}/operator`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.close();
  const { context: other, page: late } = await aWindow(opened.browser, { size: "desktop" });
  await late.goto(`${stage.url}/setup`);
  await late.waitForURL(/\/sign-in$/);
  await other.close();
});
