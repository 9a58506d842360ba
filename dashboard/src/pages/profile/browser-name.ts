import { words } from "./words.ts";

const BROWSERS = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[.\d]* (?:Mobile\/\w+ )?Safari\//],
] as const;

const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
] as const;

/**
 * `Firefox 145 on Linux`: what people call the browser that calls itself this. Names that others also use come last: nearly all
 * call themselves Safari. Anything else is shown as it is; null if there is nothing to show.
 */
export function browserName(agent: string | null): string | null {
  if (agent === null) return null;
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0];
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined)
      return system === undefined ? `${name} ${version}` : words.browserOn({ browser: `${name} ${version}`, system });
  }
  return agent;
}
