import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, startService } from "@rostrum/contract/client/testing.ts";
import { commandRows } from "@rostrum/contract/commands.ts";
import { deprecated } from "@rostrum/contract/deprecation.ts";
import { PageQuery } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { Command } from "commander";
import { z } from "zod";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { run } from "../../tests/journeys/running.ts";
import { addCommand } from "./commands.ts";

const HEADERS = {
  Deprecation: "@1801353600",
  Sunset: "Mon, 31 Jan 2028 00:00:00 GMT",
  Link: '<https://rostrum.example/docs#listBrands>; rel="deprecation"',
};
const WARNING =
  "Warning: what this command uses of the service is deprecated since 2027-01-31 and may be gone from 2028-01-31 on. What to use instead: https://rostrum.example/docs#listBrands\n";

/** A page of a list of two. */
function page(number: number): Answer {
  const nextPageUrl = number < 2 ? `https://rostrum.example/v1/brands?page=${number + 1}` : null;
  const pagination = { currentPage: number, perPage: 1, total: 2, lastPage: 2, nextPageUrl, prevPageUrl: null };
  return { status: 200, headers: HEADERS, body: { status: "success", data: [{ id: number }], pagination } };
}

async function ran(words: readonly string[], answer: (path: string) => Answer) {
  await using folder = await temporaryFolder();
  await using service = await startService(({ url }) => answer(url));
  const environment = {
    HOME: folder.path,
    ROSTRUM_URL: service.baseUrl.replace("/v1", ""),
    ROSTRUM_API_KEY: "rst_test",
    ROSTRUM_ADMIN_TOKEN: "a token of more than sixteen characters",
  };
  return await run(words, { environment });
}

test("a command that uses what will go away warns once on standard error, and prints what it prints otherwise", async () => {
  const { code, out, err } = await ran(["brands", "list", "--all", "--json"], (path) => page(path.includes("page=2") ? 2 : 1));
  assert.deepEqual([code, err], [0, WARNING]);
  assert.deepEqual(
    JSON.parse(out).data.map(({ id }: { id: number }) => id),
    [1, 2],
  );
});

test("so does a command of the operator, also if it is refused", async () => {
  const { code, err } = await ran(["admin", "users", "list"], () => ({ status: 403, headers: HEADERS, body: { message: "No." } }));
  assert.deepEqual([code, err], [1, `${WARNING}No.\n`]);
});

test("without the headers nothing is said", async () => {
  const { code, err } = await ran(["me"], () => ({ status: 200, body: { status: "success", data: { id: 1 } } }));
  assert.deepEqual([code, err], [0, ""]);
});

test("help says it of the command and of the flag", () => {
  const query = PageQuery.extend({ size: deprecated(z.int().optional(), { since: "2027-03-01", sunset: null, use: "`perPage`" }) });
  const ending = { since: "2027-01-31", sunset: "2028-01-31", use: "`channels list`" };
  const [row] = commandRows({ listBrands: { ...operations.listBrands, deprecated: ending, query } }, {});
  assert.ok(row);
  const program = new Command("rostrum");
  addCommand(program, row, {});
  const [brands] = program.commands;
  assert.match(brands?.helpInformation() ?? "", /List brands \(deprecated\)/);
  const help = (brands?.commands[0]?.helpInformation() ?? "").replaceAll(/\s+/g, " ");
  assert.match(help, /Deprecated since 2027-01-31: use `channels list` instead\. It may be gone from 2028-01-31 on\./);
  assert.match(help, /--size <n> Deprecated since 2027-03-01: use `perPage` instead\./);
});
