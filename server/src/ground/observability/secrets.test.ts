import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../testing/linear.ts";
import { readConfig } from "../config.ts";
import { hideSecrets, secretsOf } from "./secrets.ts";

test("the passwords of both addresses of the database are secrets, also where an address names several servers", () => {
  const secrets = secretsOf(
    readConfig({
      DATABASE_URL: "postgresql://rostrum:behind%40pooler@a,b:5433/rostrum?target_session_attrs=read-write",
      DATABASE_DIRECT_URL: "postgresql://rostrum:direct-one@a/rostrum",
    }),
  );
  assert.deepEqual(
    ["behind%40pooler", "behind@pooler", "direct-one"].filter((password) => !secrets.includes(password)),
    [],
  );
});

test("an address without a password has none", () => {
  assert.deepEqual(secretsOf(readConfig({ DATABASE_URL: "postgresql://rostrum@a,b/rostrum" })), []);
});

/** What a hostile network may answer, which is recorded without its secrets. */
const answers = {
  "dotted names": (size: number) => "a.".repeat(size / 2),
  "names of secrets without end": (size: number) => `"${"token".repeat(size / 5)}`,
  "many beginnings of names of secrets": (size: number) => '"token'.repeat(size / 6),
  "schemes without addresses": (size: number) => "a://".repeat(size / 4),
};

for (const [what, make] of Object.entries(answers)) {
  test(`secrets are looked for in ${what} in time that grows with their length alone`, () =>
    assertLinear(20_000, (size) => {
      const text = make(size);
      return () => hideSecrets(text);
    }));
}
