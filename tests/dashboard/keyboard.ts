import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "../../server/src/testing/eventually.ts";

/** What somebody with a keyboard alone finds on a page. */
export interface KeyboardWalk {
  /** What the Tab key reached, in order. */
  readonly reached: readonly string[];
  /** What a pointer could use and the Tab key did not reach. */
  readonly missed: readonly string[];
  /** What looked the same with the focus on it. */
  readonly unmarked: readonly string[];
  /** Something from which the Tab key did not get away. */
  readonly trap: string | null;
}

const STEPS_MAX = 400;

/** A person at a page without a pointer. */
export interface Keys {
  /** Presses Tab until something has the focus whose role and name read so, such as `button "Save"`. */
  to(what: RegExp): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Enter on what has the focus, and gives the system's own dialog this file. */
  choosesFile(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void>;
  /** Waits for something in the address or in what the page says. */
  sees(what: RegExp): Promise<void>;
}

export function keysOf(page: Page): Keys {
  // Whoever listens only as the key is pressed may be too late: without a listener the browser opens its own dialog, and says nothing.
  page.on("filechooser", () => {});
  const focused = async () => {
    const element = page.locator(":focus");
    return (await element.count()) === 0 ? "" : plain((await element.ariaSnapshot()).split("\n")[0] ?? "");
  };
  const keys: Keys = {
    async to(what) {
      const passed: string[] = [];
      await eventually(`${what} is there`, async () => (await saysAll(page)).split("\n").some((line) => what.test(plain(line))));
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const here = await focused();
        if (what.test(here)) return;
        passed.push(here);
        await page.keyboard.press("Tab");
      }
      assert.fail(`the Tab key does not reach ${what}, but ${passed.join(", ")}`);
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async choosesFile(file) {
      const chooser = page.waitForEvent("filechooser");
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(file);
    },
    async sees(what) {
      let said = "";
      await eventually(`${what} is seen`, async () => {
        said = await saysAll(page);
        return what.test(said);
      }).catch((error: Error) => assert.fail(`${error.message}\n${said}`));
    },
  };
  return keys;
}

/** A line of what a page says, without what makes it a list. */
const plain = (line: string) => line.replace(/^\s*- '?/, "");

/** The address, and below it what the page says to who cannot see it. */
const saysAll = async (page: Page) => `${page.url()}\n${await page.locator("body").ariaSnapshot()}`;

/** Presses Tab from the top of the page until it has been everywhere. The arrow keys lead on within radio groups, tabs and menus. */
export async function walkByKeyboard(page: Page): Promise<KeyboardWalk> {
  // What turns or pulses without end says that something is still on its way, and what comes later has no look to compare with.
  await eventually("nothing on the page is still loading", () => page.evaluate(isAtRest));
  await page.evaluate(prepare);
  let trap: string | null = null;
  for (let step = 0; ; step += 1) {
    await page.keyboard.press("Tab");
    const arrived = await page.evaluate(arrive);
    if (arrived.isOver) break;
    if (step >= STEPS_MAX || arrived.isStuck) {
      trap = arrived.name;
      break;
    }
  }
  return { ...(await page.evaluate(collect)), trap };
}

/** Presses the arrow keys from day to day on a calendar, from the one day that the Tab key reaches; returns the names of the days. */
export async function walkDays(page: Page): Promise<string[]> {
  const days = page.locator("[data-day]");
  const count = await days.count();
  const start = await days.evaluateAll((all) => all.findIndex((day) => (day as HTMLElement).tabIndex === 0));
  if (start < 0) return [];
  await days.nth(start).focus();
  const back = Array.from({ length: start }, (_, step) => ({ key: "ArrowLeft", index: start - 1 - step }));
  const onwards = Array.from({ length: count - 1 }, (_, step) => ({ key: "ArrowRight", index: step + 1 }));
  const nameOf = (index: number) => days.nth(index).evaluate((day) => (globalThis as unknown as Walking).rostrumWalk.name(day));
  const reached = [await nameOf(start)];
  for (const { key, index } of [...back, ...onwards]) {
    await page.keyboard.press(key);
    const isThere = await days.nth(index).evaluate((day) => day === document.activeElement);
    if (!isThere) break;
    reached.push(await nameOf(index));
  }
  return reached;
}

interface Walk {
  readonly looks: Map<Element, string>;
  readonly reached: Element[];
  readonly unmarked: Set<Element>;
  look(element: Element): string;
  name(element: Element): string;
}

interface Walking {
  rostrumWalk: Walk;
}

/** Runs in the page: whether no loader turns and no skeleton pulses. */
function isAtRest(): boolean {
  return document.getAnimations().every((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
}

/** Runs in the page: remembers how everything looks without the focus. */
function prepare(): void {
  // Whatever has the focus already would look focused.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  // The Tab key goes on from where the focus was, also without it: a page that has begun at a field is walked from its top.
  if (document.querySelector("[aria-modal=true]") === null) {
    const top = Object.assign(document.createElement("span"), { tabIndex: -1 });
    document.body.prepend(top);
    top.focus();
    top.remove();
  }
  const styleOf = (element: Element | null) =>
    (element === null ? [] : [null, "::before", "::after"])
      .map((pseudo) => {
        const { outline, boxShadow, borderColor, backgroundColor, textDecoration, color } = getComputedStyle(element as Element, pseudo);
        return [outline, boxShadow, borderColor, backgroundColor, textDecoration, color].join("|");
      })
      .join("\n");
  // What is small or invisible itself, such as the field of a switch, shows the focus on what is around it.
  const look = (element: Element) =>
    [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement ?? null].map(styleOf).join("\n");
  const name = (element: Element) => {
    const text = element.getAttribute("aria-label") ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
    return `${element.getAttribute("role") ?? element.localName} ${(text ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 60)}`.trim();
  };
  const looks = new Map([...document.querySelectorAll("*")].map((element) => [element, look(element)]));
  (globalThis as unknown as Walking).rostrumWalk = { looks, reached: [], unmarked: new Set(), look, name };
}

/** Runs in the page: where the focus is now. */
async function arrive(): Promise<{ readonly isOver: boolean; readonly isStuck: boolean; readonly name: string }> {
  // A border that changes its colour slowly has not begun to.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const animation of document.getAnimations()) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const { looks, reached, unmarked, look, name } = (globalThis as unknown as Walking).rostrumWalk;
  const element = document.activeElement;
  if (element === null || element === document.body) return { isOver: true, isStuck: false, name: "" };
  const isStuck = reached.at(-1) === element;
  if (reached.includes(element)) return { isOver: reached[0] === element, isStuck, name: name(element) };
  reached.push(element);
  if (looks.get(element) === look(element)) unmarked.add(element);
  return { isOver: false, isStuck: false, name: name(element) };
}

/** Runs in the page: what has been reached, and what should have been. */
function collect(): Omit<KeyboardWalk, "trap"> {
  const { reached, unmarked, name } = (globalThis as unknown as Walking).rostrumWalk;
  const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=switch], [contenteditable=true]";
  // While a dialog is open, nothing else is in use.
  const within = document.querySelector("[aria-modal=true]") ?? document;
  const isShown = (element: Element) =>
    within.contains(element) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest("[inert], [aria-hidden=true]") === null;
  const isOff = (element: Element) => element.matches(":disabled, [type=hidden], [type=file], [aria-disabled=true]");
  // Of a group with one place in the order, one has been reached.
  const groupOf = (element: Element) =>
    (element as HTMLInputElement).type === "radio"
      ? [...document.querySelectorAll(`input[type=radio][name="${CSS.escape((element as HTMLInputElement).name)}"]`)]
      : [
          ...(element
            .closest("[role=tablist], [role=radiogroup], [role=menu], [role=toolbar], [role=grid], [role=slider]")
            ?.querySelectorAll("*") ?? []),
        ];
  const missed = [...document.querySelectorAll(controls)].filter(
    (element) =>
      isShown(element) && !isOff(element) && !reached.includes(element) && !groupOf(element).some((one) => reached.includes(one)),
  );
  // Handlers for a pointer on what no key reaches: only React knows of them.
  const handled = [...document.querySelectorAll("main *")].filter((element) => {
    const key = Object.keys(element).find((one) => one.startsWith("__reactProps$"));
    const props = key === undefined ? {} : (element as unknown as Record<string, Record<string, unknown>>)[key];
    return typeof props?.onClick === "function" && isShown(element);
  });
  const unreachable = handled.filter(
    (element) =>
      !isOff(element) &&
      !reached.some((one) => one === element || one.contains(element) || element.contains(one)) &&
      !groupOf(element).some((one) => reached.includes(one)) &&
      element.closest("label, :disabled") === null,
  );
  return {
    reached: reached.map(name),
    missed: [...new Set([...missed, ...unreachable])].map(name),
    unmarked: [...unmarked].map(name),
  };
}
