import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../config.ts";
import { secretsOf } from "./secrets.ts";

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
