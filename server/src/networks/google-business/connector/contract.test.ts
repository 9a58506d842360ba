import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { vendorContract } from "../../../testing/contracts.ts";
import { openContract } from "./testing/contract.ts";
import { isRead, play } from "./testing/script.ts";
import { deliver, openStage, type Stage } from "./testing/stage.ts";

const CONTRACTS = [
  { host: "management", ...vendorContract("google-business/mybusinessaccountmanagement.v1.json") },
  { host: "information", ...vendorContract("google-business/mybusinessbusinessinformation.v1.json") },
] as const;
/** Both are kept together. */
const [{ skip }] = CONTRACTS;

const METHODS: Readonly<Record<string, (typeof CONTRACTS)[number]["host"]>> = {
  "mybusinessaccountmanagement.accounts.list": "management",
  "mybusinessbusinessinformation.accounts.locations.list": "information",
  "mybusinessbusinessinformation.locations.get": "information",
};

let stage: Stage;
before(async () => {
  stage = await openStage();
  await play(stage, (post) => deliver(stage, post));
});
after(() => stage[Symbol.asyncDispose]());

const baseOf = (host: string) => `${stage.baseUrl}/${host}`;
const contractOf = (host: string) => openContract(CONTRACTS.find((one) => one.host === host)?.path ?? "");

test("the script makes every request about accounts and locations that is checked, and no other", { skip }, () => {
  const requests = stage.exchanges.filter((exchange) => isRead(exchange, stage.baseUrl)).map(({ request }) => request);
  const named = requests.map((request) => {
    const host = CONTRACTS.find((one) => request.url.startsWith(`${baseOf(one.host)}/`))?.host ?? "";
    return contractOf(host).nameOf(request, baseOf(host)) ?? request.url;
  });
  assert.deepEqual([...new Set(named)].sort(), Object.keys(METHODS).sort());
});

for (const [name, host] of Object.entries(METHODS)) {
  test(`${name}: path, parameters and their types are in the contract`, { skip }, (context) => {
    const contract = contractOf(host);
    const base = baseOf(host);
    const requests = stage.exchanges.map(({ request }) => request).filter((request) => contract.nameOf(request, base) === name);
    assert.ok(requests.length > 0);
    assert.deepEqual(
      requests.flatMap((request) => contract.mistakesIn(request, base)),
      [],
    );
    context.diagnostic(`${requests.length} requests to ${name} were held against the contract`);
  });
}

test("the check finds what is not in the contract, and the number of paths is told", { skip }, (context) => {
  const contract = contractOf("information");
  const base = baseOf("information");
  const mistakesAt = (path: string, body?: string) =>
    contract.mistakesIn({ method: "GET", url: `${base}/v1/${path}`, ...(body === undefined ? {} : { body }) }, base);
  assert.deepEqual(mistakesAt("accounts/1/locations?readMask=name,title&pageSize=100"), []);
  assert.deepEqual(mistakesAt("accounts/1/locations?readMask=name,size&pageSize=many&order=up", "{}"), [
    "readMask has no size",
    "pageSize is no integer: many",
    "no query parameter order",
    "there is no body",
  ]);
  assert.match(mistakesAt("accounts/1/places")[0] ?? "", /^the contract has no GET /);
  context.diagnostic(`${Object.keys(METHODS).length} paths of Google's APIs for accounts and locations checked`);
});
