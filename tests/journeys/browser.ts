import chromiumPackage from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { temporaryFolder } from "../../server/src/database/testing.ts";
import { PATIENCE_SECONDS } from "../../server/src/testing/eventually.ts";

/** Of each wait for the browser or a page: its own 30 seconds are too few on a busy machine. */
const PATIENCE_MILLISECONDS = PATIENCE_SECONDS * 1000;

/** Chromium from npm, unpacked for this process only: if two unpacked to the same place, one might run an incomplete file. */
export async function aBrowser(): Promise<AsyncDisposable & { readonly browser: Browser }> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder.path;
  const executablePath = await chromiumPackage.executablePath().finally(() => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: PATIENCE_MILLISECONDS });
  opened.defer(() => browser.close());
  const open = opened.move();
  return { browser, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

export const SIZES = { desktop: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;

/** A separate, empty window. */
export async function aWindow(
  browser: Browser,
  options: {
    readonly size: keyof typeof SIZES;
    readonly colorScheme?: "light" | "dark";
    readonly scripts?: boolean;
    /** What the browser asks for, such as `de`; absent: American English. */
    readonly language?: string;
    /** Where its clock is, such as `Europe/Berlin`; absent: that of the machine. */
    readonly timezone?: string;
    /** Whether it is operated with fingers. */
    readonly hasTouch?: boolean;
  },
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    viewport: SIZES[options.size],
    colorScheme: options.colorScheme ?? "light",
    javaScriptEnabled: options.scripts ?? true,
    locale: options.language ?? "en-US",
    hasTouch: options.hasTouch ?? false,
    ...(options.timezone !== undefined && { timezoneId: options.timezone }),
  });
  context.setDefaultTimeout(PATIENCE_MILLISECONDS);
  return { context, page: await context.newPage() };
}
