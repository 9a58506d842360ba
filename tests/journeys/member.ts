import type { Browser, Page } from "playwright-core";
import { aPlace, must, type Place } from "../../server/src/testing/builders.ts";
import type { Stage } from "../../server/src/testing/stage.ts";
import { aWindow } from "./browser.ts";

const PASSWORD = "correct horse battery";

/** Somebody with a brand of their own, signed in in a browser. */
export interface Signed {
  readonly place: Place;
  readonly page: Page;
  /** Signs in again, if the session has ended. */
  signIn(): Promise<void>;
}

export async function signedMember(stage: Stage, browser: Browser): Promise<Signed> {
  const place = await aPlace(stage, { channels: [] });
  const { email } = place.person;
  await must(stage.admin("POST", "/users/password", { user: email, password: PASSWORD }));
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(email)}`, { sensitiveActions: true }));
  const { page } = await aWindow(browser, { size: "desktop", scripts: true });
  const signIn = async () => {
    await page.goto(`${stage.url}/sign-in`);
    if (page.url() === `${stage.url}/`) return;
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(`${stage.url}/`);
  };
  await signIn();
  return { place, page, signIn };
}
