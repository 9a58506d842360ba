import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "@rostrum/contract/operation.ts";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { must, type Place } from "../../server/src/testing/builders.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import type { Stage } from "../../server/src/testing/stage.ts";
import { aWindow, type SIZES } from "../journeys/browser.ts";

/** A person's browser window with the dashboard. */
export interface Window extends AsyncDisposable {
  readonly page: Page;
  /** Opens an address of the service and waits until it shows something. */
  open(path: string): Promise<void>;
  /** What axe finds wrong with the page as it is, its colours in both schemes, in sentences; empty if nothing. */
  barriers(): Promise<string[]>;
  /** Errors that the page's scripts have thrown, and requests to other hosts. */
  readonly troubles: readonly string[];
  /** Writes a picture to the folder that `ROSTRUM_SCREENSHOTS` names; does nothing without it. */
  picture(name: string): Promise<void>;
}

/** Adds somebody with this role to the place's brand and returns their e-mail address; the password is the tests'. */
export async function aMember(stage: Stage, place: Place, role: Role): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace Miller", email, password: PASSWORD }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: role === "owner" ? "admin" : role }));
  if (role === "owner") {
    const text = "update brand_members set role = 'owner' where user_id = (select id from users where email = $1)";
    await stage.app.db.query(text, [email]);
  }
  return email;
}

/** Signs the person in, whoever was before. */
export async function signIn(page: Page, { url }: Pick<Stage, "url">, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${url}/sign-in`);
  // In any language.
  await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((at) => at.pathname === "/" || at.pathname.startsWith("/brands/"));
}

/** A window in which the person is signed in. */
export async function aDashboardWindow(
  browser: Browser,
  stage: Pick<Stage, "url">,
  {
    email,
    size = "desktop",
    colorScheme = "light",
    language = "en-US",
    hasTouch = false,
  }: {
    readonly email: string;
    readonly size?: keyof typeof SIZES;
    readonly colorScheme?: "light" | "dark";
    readonly language?: string;
    readonly hasTouch?: boolean;
  },
): Promise<Window> {
  const { context, page } = await aWindow(browser, { size, colorScheme, language, hasTouch });
  // What is measured while it fades in has other colours than what people read.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && message.text().includes("Content Security Policy")) troubles.push(message.text());
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(stage.url).origin) troubles.push(`a request to ${origin}`);
  });
  await signIn(page, stage, email);
  return {
    page,
    troubles,
    async open(path) {
      await page.goto(`${stage.url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    async barriers() {
      await page.evaluate(axe.source);
      const found = await violations(page, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
      const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
      await turnTo(page, isDark ? "light" : "dark");
      const turned = await violations(page, { type: "rule", values: ["color-contrast"] });
      await turnTo(page, isDark ? "dark" : "light");
      return [...found, ...turned.map((what) => `in the other scheme: ${what}`)];
    },
    async picture(name) {
      const folder = process.env.ROSTRUM_SCREENSHOTS;
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

async function violations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  const found = await page.evaluate(async (only) => {
    const { axe: loaded } = globalThis as unknown as { readonly axe: typeof axe };
    return (await loaded.run(document, { runOnly: only, resultTypes: ["violations"] })).violations;
  }, runOnly);
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`));
}

async function turnTo(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages without scripts follow the scheme by their styles alone.
  await page.waitForFunction((scheme) => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme, colorScheme);
  // Some colours glide to the new scheme: they are there at once.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
}
