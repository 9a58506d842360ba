import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

type Scheme = "light" | "dark";

const OURS = read("./assets/site.css");
const THEIRS = read("../../../../dashboard/src/tokens.css");

for (const scheme of ["light", "dark"] as const) {
  test(`The service's own pages have the dashboard's colours and type in the ${scheme} scheme`, () => {
    const [ours, theirs] = [tokensOf(OURS, scheme), tokensOf(THEIRS, scheme)];
    const shared = [...ours.keys()].filter((name) => theirs.has(name));
    assert.ok(shared.length > 20, `they share ${shared.join(", ")}`);
    for (const name of shared) assert.equal(ours.get(name), theirs.get(name), name);
  });
}

/** The dark scheme keeps what it does not say otherwise; a stylesheet may also say both in one value. */
function tokensOf(css: string, scheme: Scheme): ReadonlyMap<string, string> {
  const blocks = [...css.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)].filter(
    ([, selector = ""]) => scheme === "dark" || !/"dark"/.test(selector),
  );
  const declarations = blocks.flatMap(([, , body = ""]) => [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)]);
  return new Map(declarations.map(([, name = "", value = ""]) => [name, inScheme(value, scheme)]));
}

function inScheme(value: string, scheme: Scheme): string {
  return value.replace(/light-dark\((#\w+), (#\w+)\)/g, (_, light: string, dark: string) => (scheme === "light" ? light : dark));
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), "utf8");
}
