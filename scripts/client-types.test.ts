import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { RostrumClient } from "@rostrum/contract/client/api.ts";
import type { Client } from "@rostrum/contract/client/types.ts";
import { deprecated } from "@rostrum/contract/deprecation.ts";
import { PageQuery } from "@rostrum/contract/operation.ts";
import { type Operations, operationRows, operations } from "@rostrum/contract/operations.ts";
import { z } from "zod";
import { CLIENT_TYPES_FILE, clientTypesText } from "./client-types.ts";

test("The committed types of the client match the table; npm run openapi updates them", async () => {
  assert.equal(await readFile(CLIENT_TYPES_FILE, "utf8"), clientTypesText());
});

test("They are the types that follow from the schemas, in both directions", () => {
  // Checked by the compiler; `rostrum-client.ts` has the other direction.
  // Two operations without any field take whatever they are given.
  const same = (written: RostrumClient): Omit<Client<Operations>, "getProfile" | "validateToken"> => written;
  assert.equal(same.length, 1);
});

test("Each operation has a method with its description", () => {
  const text = clientTypesText();
  for (const [name, row] of operationRows()) {
    assert.match(text, new RegExp(`^ {2}readonly ${name}: \\(input`, "m"));
    assert.ok(text.includes(`${row.summary}: \`${row.method} ${row.path}\`. ${row.description}`), name);
  }
});

test("What is deprecated has the tag by which editors strike it through", () => {
  const query = PageQuery.extend({
    size: deprecated(z.int().optional().meta({ description: "Entries." }), { since: "2027-03-01", sunset: null, use: "`perPage`" }),
  });
  const row = { ...operations.listBrands, deprecated: { since: "2027-01-31", sunset: "2028-01-31", use: "`listChannels`" }, query };
  const text = clientTypesText(operationRows().map(([name, own]) => [name, name === "listBrands" ? row : own]));
  assert.match(
    text,
    /newest first\.\n {3}\* @deprecated Deprecated since 2027-01-31: use `listChannels` instead\. It may be gone from 2028-01-31 on\.\n {3}\*\/\n {2}readonly listBrands:/,
  );
  assert.match(
    text,
    /\/\*\* @deprecated Entries\. Deprecated since 2027-03-01: use `perPage` instead\. \*\/\n {2}size\?: number \| undefined;/,
  );
});
