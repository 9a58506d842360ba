import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import chromiumPackage from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { PATIENCE_SECONDS } from "../../server/src/testing/eventually.ts";

/** Of each wait for the browser or a page: its own 30 seconds are too few on a busy machine. */
const PATIENCE_MILLISECONDS = PATIENCE_SECONDS * 1000;

const MODULES = join(import.meta.dirname, "../../node_modules");

/** Chromium from npm. */
export async function aBrowser(): Promise<AsyncDisposable & { readonly browser: Browser }> {
  const executablePath = await unpacked();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: PATIENCE_MILLISECONDS });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** Unpacked once for all, which takes seconds. Nobody sees it before it is complete, and of two who unpack at once the first wins. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(MODULES, "@sparticuz/chromium/package.json"), "utf8"));
  const place = join(MODULES, ".cache", `chromium-${version}`);
  if (!existsSync(place)) {
    await mkdir(dirname(place), { recursive: true });
    const folder = await mkdtemp(`${place}-`);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = folder;
    const program = await chromiumPackage.executablePath().finally(() => {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    });
    // For every user of this checkout.
    await Promise.all([folder, program].map((path) => chmod(path, 0o755)));
    await rename(folder, place).catch(() => rm(folder, { recursive: true }));
  }
  return join(place, "chromium");
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
