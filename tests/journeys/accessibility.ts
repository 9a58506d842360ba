import type { Page } from "playwright-core";

/**
 * Accessibility problems of the page, in sentences; empty if there are none. Checks language, title, landmarks, headings, names
 * of controls, duplicate ids, contrast (WCAG 1.4.3 and 1.4.11), target size (2.5.8) and reflow (1.4.10).
 */
export async function barriers(page: Page): Promise<string[]> {
  // Styles, and with them sizes, may come after what a test has waited for.
  await page.waitForLoadState("load");
  return page.evaluate(() => {
    const found: string[] = [];
    const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T & HTMLElement>(selector)];
    const isShown = (element: HTMLElement) => element.checkVisibility() && element.getBoundingClientRect().left > -999;
    const say = (element: Element, what: string) => found.push(`${element.outerHTML.slice(0, 80)}: ${what}`);

    if (document.documentElement.lang === "") found.push("the page has no language");
    if (document.title === "") found.push("the page has no title");
    for (const landmark of ["main", "header", "h1"]) if (all(landmark).length !== 1) found.push(`not one ${landmark}`);
    let level = 0;
    for (const heading of all("h1, h2, h3, h4")) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1) say(heading, `follows a heading of level ${level}`);
      level = next;
    }
    const ids = all("[id]").map(({ id }) => id);
    if (new Set(ids).size !== ids.length) found.push("an id is there twice");
    for (const attribute of ["aria-labelledby", "aria-describedby"]) {
      for (const element of all(`[${attribute}]`))
        if (!ids.includes(element.getAttribute(attribute) ?? "")) say(element, `${attribute} names nothing`);
    }

    for (const control of all<HTMLInputElement>("input:not([type=hidden]), select, textarea, button, a[href], summary")) {
      const name = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent ?? "";
      if (name.trim() === "") say(control, "has no name");
      if (control.tabIndex < 0 && control.tagName !== "SUMMARY") say(control, "is out of reach for keys");
      const { width, height } = control.getBoundingClientRect();
      const isInText = control.tagName === "A" || control.closest("label") !== null;
      if (isShown(control) && !isInText && (width < 24 || height < 24))
        say(control, `is ${Math.round(width)} by ${Math.round(height)} pixels`);
    }

    type Colour = [number, number, number];
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const mix = (colours: string[]): Colour => {
      if (canvas === null) throw new Error("no canvas");
      for (const colour of colours) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b];
    };
    const luminance = (colour: Colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const groundsOf = (element: Element | null): string[] =>
      element === null ? ["Canvas"] : [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor];

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || node.textContent?.trim() === "" || !isShown(element)) continue;
      const grounds = groundsOf(element);
      const ratio = contrast(mix([...grounds, getComputedStyle(element).color]), mix(grounds));
      if (ratio < 4.5) say(element, `text stands out ${ratio.toFixed(2)} to 1`);
    }
    for (const control of all("input:not([type=hidden]):not([type=radio]), button:not(.link)").filter(isShown)) {
      const around = mix(groundsOf(control.parentElement));
      const style = getComputedStyle(control);
      const ratio = Math.max(contrast(mix([style.borderTopColor]), around), contrast(mix([...groundsOf(control)]), around));
      if (ratio < 3) say(control, `its edge stands out ${ratio.toFixed(2)} to 1`);
    }

    if (document.documentElement.scrollWidth > window.innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    return found;
  });
}

/** The name of the focused element, and whether the focus is visible. */
export async function focused(page: Page): Promise<{ readonly name: string; readonly isSeen: boolean }> {
  // Without its stylesheet, a page has the browser's own outlines.
  await page.waitForLoadState();
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (element === null) return { name: "", isSeen: false };
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent ?? "";
    return { name: name.replace(/\s+/g, " ").trim(), isSeen: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 };
  });
}
