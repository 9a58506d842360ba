import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aToolToken } from "../../server/src/testing/tool-token.ts";
import { bearerProxy } from "./bearer-proxy.ts";
import { run } from "./run.ts";
import { APPLIES, DOES_NOT_APPLY } from "./scenarios.ts";

/** The released suite knows the versions of 2025, the coming one that of 2026 too. */
const SUITES = {
  released: join(import.meta.dirname, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
  coming: join(import.meta.dirname, "node_modules/conformance-next/dist/index.js"),
};

let stage: Stage;
let proxy: Awaited<ReturnType<typeof bearerProxy>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
  stage = await openStage();
  const place = await aPlace(stage);
  proxy = await bearerProxy(stage.url, await aToolToken(stage.app, place.person.email));
});
after(async () => {
  await proxy[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

for (const [name, suite] of Object.entries(SUITES)) {
  test(`every server scenario of the ${name} suite is run, or has a reason not to be`, async () => {
    const known = await scenariosOf(suite);
    assert.ok(known.length > 25, `${known.length} are fewer than there can be`);
    const unexplained = known.filter((scenario) => !(scenario in APPLIES) && !DOES_NOT_APPLY.some(([pattern]) => pattern.test(scenario)));
    assert.deepEqual(unexplained, []);
  });

  test(`the tool server passes the scenarios of the ${name} suite`, async (t) => {
    const known = new Set(await scenariosOf(suite));
    for (const [scenario, exceptions] of Object.entries(APPLIES)) {
      if (!known.has(scenario)) continue;
      await t.test(scenario, async () => {
        const checks = await checksOf(name, suite, scenario);
        const passed = checks.filter(({ status }) => status === "SUCCESS");
        assert.ok(passed.length > 0, "no check was made");
        const failed = checks.filter(({ status, id }) => status === "FAILURE" && !(id in exceptions));
        assert.deepEqual(failed, []);
        const excused = new Set(checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id));
        assert.deepEqual(excused, new Set(Object.keys(exceptions)), "an exception that is not needed hides something");
      });
    }
  });
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

async function scenariosOf(suite: string): Promise<string[]> {
  const { out } = await run(suite, ["list", "--server"], folder.path);
  const [, servers = ""] = /Server scenarios[^\n]*\n([\s\S]*?)(?:\n\n|$)/.exec(out) ?? [];
  return [...servers.matchAll(/^ +- (\S+)/gm)].map((match) => match[1] ?? "");
}

async function checksOf(name: string, suite: string, scenario: string): Promise<Check[]> {
  const results = join(folder.path, name, scenario);
  const { out, error } = await run(suite, ["server", "--url", `${proxy.url}/mcp`, "--scenario", scenario, "-o", results], folder.path);
  const [file] = globSync("**/checks.json", { cwd: results });
  assert.ok(file !== undefined, `${out}\n${error}`);
  return JSON.parse(await readFile(join(results, file), "utf8"));
}
