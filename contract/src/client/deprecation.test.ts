import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../client.ts";
import { noticeIn } from "./deprecation.ts";
import type { DeprecationNotice } from "./facts.ts";
import { startService } from "./testing.ts";

const HEADERS = {
  Deprecation: "@1801353600",
  Sunset: "Mon, 31 Jan 2028 00:00:00 GMT",
  Link: '<https://a.example/next>; rel="next", <https://a.example/docs#listBrands>; rel="deprecation"; type="text/html"',
};
const NOTICE = { since: "2027-01-31", sunset: "2028-01-31", link: "https://a.example/docs#listBrands" };

test("a client is told of each reply that says that what was called will go away, whether it succeeded or not", async () => {
  await using service = await startService((request) => {
    if (request.url.startsWith("/v1/me")) return { status: 200, body: { status: "success", data: {} } };
    return { status: request.method === "GET" ? 200 : 422, headers: HEADERS, body: { status: "success", data: [], message: "No." } };
  });
  const notices: DeprecationNotice[] = [];
  const client = createClient({ baseUrl: service.baseUrl, onDeprecation: (notice) => notices.push(notice) });
  await client.getProfile();
  assert.deepEqual(notices, []);
  assert.equal((await client.listBrands()).ok, true);
  assert.equal((await client.createCollection({ brandId: 1, title: "x" })).ok, false);
  assert.deepEqual(notices, [
    { operation: "listBrands", ...NOTICE },
    { operation: "createCollection", ...NOTICE },
  ]);
});

test("nobody has to listen", async () => {
  await using service = await startService(() => ({ status: 200, headers: HEADERS, body: { status: "success", data: {} } }));
  assert.equal((await createClient({ baseUrl: service.baseUrl }).getProfile()).ok, true);
});

for (const [headers, expected] of [
  [{}, null],
  [HEADERS, NOTICE],
  [{ Deprecation: HEADERS.Deprecation }, { since: "2027-01-31", sunset: null, link: null }],
  [{ Sunset: HEADERS.Sunset }, { since: null, sunset: "2028-01-31", link: null }],
  [{ Deprecation: "true" }, null],
  [{ Deprecation: "@99999999999999999999" }, null],
  [{ Deprecation: "@999999999999", Sunset: "soon" }, null],
  [
    { Deprecation: "@0", Link: "<https://a.example>; rel=deprecation" },
    { since: "1970-01-01", sunset: null, link: "https://a.example" },
  ],
] as const) {
  test(`${JSON.stringify(headers)} means ${expected === null ? "nothing" : JSON.stringify(expected)}`, () =>
    assert.deepEqual(noticeIn(new Headers(headers)), expected));
}
