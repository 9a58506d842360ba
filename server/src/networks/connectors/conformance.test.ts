import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { rewritten } from "../../../../scripts/networks-page.ts";
import { RULES, type Silence, silenceOf } from "./testing/conformance.ts";
import { type Cell, pageOf, silencesOf } from "./testing/conformance-page.ts";
import { RED } from "./testing/conformance-red.ts";
import { ROWS } from "./testing/conformance-rows.ts";

/** Every network against every rule: what each must bear, whatever its API is like. */
const PAGE = new URL("../../../../docs/networks/conformance.md", import.meta.url);
const RELIABILITY = new URL("../../../../docs/reliability.md", import.meta.url);
const BEGIN = "<!-- Written from what was observed on the sandbox networks. -->";
const cells: Cell[] = [];
const silences = new Map<ChannelType, Silence>();

for (const row of ROWS) {
  for (const rule of RULES) {
    const network = row.connector.type;
    const why = RED[network]?.[rule.name] ?? null;
    test(`${network}: ${rule.group}: ${rule.name}${why === null ? "" : " (known to be red)"}`, async () => {
      await using scene = await row.open();
      const without = rule.without?.(row, scene) ?? null;
      const problem =
        without === null
          ? await rule.check(row, scene).then(
              () => null,
              (error: unknown) => error,
            )
          : null;
      cells.push({ network, rule: rule.name, is: without !== null ? "not concerned" : problem === null ? "green" : "red" });
      if (why === null) assert.ifError(problem);
      else assert.ok(problem !== null, "it is green now: take it off the list of red ones");
    });
  }
}

for (const row of ROWS) {
  test(`${row.connector.type}: what is done about calls without an answer is observed`, async () => {
    await using scene = await row.open();
    const silence = await silenceOf(row, scene);
    assert.ok(silence.sends > 0, "no call was cut off");
    silences.set(row.connector.type, silence);
  });
}

after(async () => {
  if (silences.size === ROWS.length)
    await isAsWritten(RELIABILITY, rewritten(await readFile(RELIABILITY, "utf8"), BEGIN, silencesOf(silences)));
  if (cells.length < ROWS.length * RULES.length) return;
  const networks = ROWS.map(({ connector }) => connector.type);
  await isAsWritten(PAGE, pageOf(RULES, networks, cells));
});

async function isAsWritten(page: URL, text: string): Promise<void> {
  if (process.env.ROSTRUM_CONFORMANCE_PAGE === "write") await writeFile(page, text);
  assert.equal(await readFile(page, "utf8"), text, "write it anew: ROSTRUM_CONFORMANCE_PAGE=write");
}
