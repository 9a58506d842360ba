import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Role } from "@rostrum/contract/operation.ts";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { must, type Place } from "../../server/src/testing/builders.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import type { Stage } from "../../server/src/testing/stage.ts";
import { aWindow, type SIZES } from "../journeys/browser.ts";

/** A person's browser window with the dashboard. */
export interface Window extends AsyncDisposable {
  readonly page: Page;
  /** Opens an address of the service and waits until it shows something. */
  open(path: string): Promise<void>;
  /** `barriersOf` the page as it is. */
  barriers(schemes?: readonly Scheme[]): Promise<string[]>;
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

/** Signs the person in as the form does, without drawing its page and the one that follows. */
async function signIn({ request }: BrowserContext, { url }: Pick<Stage, "url">, email: string): Promise<void> {
  const page = await (await request.get(`${url}/sign-in`)).text();
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const reply = await request.post(`${url}/sign-in`, { form: { token, return_to: "/", email, password: PASSWORD }, maxRedirects: 0 });
  assert.equal(reply.status(), 303, `${email} is signed in`);
}

/** A window in which the person is signed in. It shows nothing yet. */
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
    readonly colorScheme?: Scheme;
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
  await signIn(context, stage, email);
  return {
    page,
    troubles,
    async open(path) {
      await page.goto(`${stage.url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
    },
    barriers: (schemes) => barriersOf(page, schemes),
    async picture(name) {
      const folder = process.env.ROSTRUM_SCREENSHOTS;
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

/**
 * What axe finds wrong with a page, in sentences; empty if nothing. A test that opens a page in each scheme names its own one: it need not
 * hold the colours of the others once more.
 */
export async function barriersOf(page: Page, schemes: readonly Scheme[] = SCHEMES): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const found = await violations(page, { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }, BESIDE_WCAG);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const own = isDark ? "dark" : "light";
  for (const scheme of schemes.filter((one) => one !== own)) {
    await turnTo(page, scheme);
    const turned = await violations(page, { type: "rule", values: ["color-contrast"] });
    await turnTo(page, own);
    found.push(...turned.map((what) => `in the other scheme: ${what}`));
  }
  return found;
}

/** No criterion asks for it, but people who hear a page find their way by its headings. */
const BESIDE_WCAG = { "heading-order": { enabled: true } };

function violations(page: Page, runOnly: axe.RunOnly, beside: axe.RuleObject = {}): Promise<string[]> {
  return page.evaluate(
    async ({ only, more }) => {
      const { axe: loaded } = globalThis as unknown as { readonly axe: typeof axe };
      const look = async (where: Node, rules: axe.RunOnly, more: axe.RuleObject = {}) =>
        (await loaded.run(where, { runOnly: rules, rules: more, resultTypes: ["violations"], selectors: false, elementRef: true }))
          .violations;
      /** What covers a part of it, such as a fixed foot, may do so only because of how far the page is scrolled. */
      const isTooSmallInSight = async (element: HTMLElement) => {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        return (await look(element, { type: "rule", values: ["target-size"] })).length > 0;
      };
      const found: string[] = [];
      for (const { id, help, nodes } of await look(document, only, more)) {
        for (const { html, element } of nodes) {
          if (id === "target-size" && element !== undefined && !(await isTooSmallInSight(element))) continue;
          found.push(`${id}: ${help}: ${html.slice(0, 200)}`);
        }
      }
      return found;
    },
    { only: runOnly, more: beside },
  );
}

async function turnTo(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages without scripts follow the scheme by their styles alone.
  await page.waitForFunction((scheme) => (document.documentElement.dataset.mantineColorScheme ?? scheme) === scheme, colorScheme);
  // Some colours glide to the new scheme: they are there at once.
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  });
}
