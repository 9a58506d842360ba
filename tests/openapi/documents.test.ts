import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { OPENAPI_FILE, openApiYaml } from "../../scripts/openapi.ts";

const CURRENT = fileURLToPath(OPENAPI_FILE);
const PREVIOUS = fileURLToPath(new URL("../../openapi/openapi-v1.0.1.yaml", import.meta.url));
const FOLDER = fileURLToPath(new URL(".", import.meta.url));

interface Finding {
  readonly code: number;
  readonly output: string;
}

/** Runs a tool of this folder's own dependencies, with its messages home switched off. */
function run(script: string, ...words: string[]): Promise<Finding> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  return new Promise((settle) => {
    execFile(process.execPath, [join(FOLDER, "node_modules", script), ...words], { cwd: FOLDER, env }, (error, stdout, stderr) => {
      settle({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` });
    });
  });
}

const validate = (file: string) => run("@seriousme/openapi-schema-validator/bin/validate-api-cli.js", file);
const lint = (file: string) =>
  run("@redocly/cli/bin/cli.js", "lint", file, "--config", join(FOLDER, "redocly.yaml"), "--max-problems", "20");

test("the committed document matches the table; `npm run openapi` updates it", async () => {
  assert.equal(await readFile(CURRENT, "utf8"), openApiYaml());
});

for (const file of [CURRENT, PREVIOUS]) {
  const name = file.slice(file.lastIndexOf("/") + 1);

  test(`${name} is a valid OpenAPI 3.0 document`, async () => {
    const { code, output } = await validate(file);
    assert.equal(code, 0, output);
  });

  test(`${name} has no lint errors and no example that its own schemas reject`, async () => {
    const { code, output } = await lint(file);
    assert.equal(code, 0, output);
    assert.match(output, /Your API description is valid/);
  });
}

test("the validator and the linter detect a broken document", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-openapi-"));
  try {
    const current = await readFile(CURRENT, "utf8");
    const invalid = join(folder, "invalid.yaml");
    await writeFile(invalid, current.replace("operationId: getProfile", "operationID: getProfile"));
    assert.equal((await validate(invalid)).code, 1);
    const wrongExample = join(folder, "wrong-example.yaml");
    await writeFile(wrongExample, current.replace("id: u_3f6c0d7ab2c94f5e", "id: 17"));
    const { code, output } = await lint(wrongExample);
    assert.equal(code, 1);
    assert.match(output, /no-invalid-media-type-examples/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
