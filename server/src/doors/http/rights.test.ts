import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import type { Operation, PrivateOperation, Role } from "@rostrum/contract/operation.ts";
import { ROLES } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { aWebhook } from "../../telling/events/testing.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { ADMIN_TOKEN, call, openStage, type Stage } from "../../testing/stage.ts";
import { anAutomation, anImport, strangersThings } from "../../testing/things.ts";

/** Who the operations are called by: members by role, somebody without a part in the brand, and somebody who is not signed in. */
const CALLERS = [...ROLES, "stranger", "nobody"] as const;
type CallerName = (typeof CALLERS)[number];

let stage: Stage;
let place: Place;
let ids: Readonly<Record<string, number>>;
const dashboards = new Map<CallerName, Dashboard>();

before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const postId = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [entry] = (await place.api("GET", "/published-posts")).body.data;
  const [channelId] = place.channelIds;
  assert.ok(channelId !== undefined);
  ids = {
    ...(await strangersThings(stage)),
    brand_id: place.brandId,
    channel_id: channelId,
    collection_id: place.collectionId,
    post_id: postId,
    delivery_id: entry.id,
    automation_id: await anAutomation(stage, place),
    webhook_id: (await aWebhook(stage, place)).id,
    import_id: await anImport(stage, place),
  };
  for (const name of CALLERS) dashboards.set(name, await aDashboardOf(name));
});
after(() => stage[Symbol.asyncDispose]());

async function aDashboardOf(name: CallerName): Promise<Dashboard> {
  if (name === "nobody") return aDashboard(stage, null);
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name, email, password: "correct horse" }));
  if (name === "owner") await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "admin" }));
  if (name === "owner")
    await stage.app.db.query("update brand_members set role = 'owner' where user_id = (select id from users where email = $1)", [email]);
  else if (name !== "stranger") await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: name }));
  return aDashboard(stage, email);
}

/** The row's path with ids of things that exist, or with one that nothing has. */
function pathOf(row: Operation, number?: number): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(number ?? ids[name] ?? 1));
}

/** An empty body is not valid for operations that change much; that it is refused with 422 shows that the caller was admitted. */
async function statusOf(name: CallerName, base: string, row: Operation, number?: number): Promise<number> {
  const dashboard = dashboards.get(name);
  assert.ok(dashboard);
  return (await dashboard.call(row.method, `${base}${pathOf(row, number)}`, row.body === undefined ? undefined : {})).status;
}

/** Ends things that later rows need, so it is only tried by those who may not. */
const ENDING = [
  "removeChannel",
  "deletePost",
  "discardPost",
  "deleteCollection",
  "leaveBrand",
  "signOut",
  "removeAutomation",
  "removeWebhook",
];

function isAdmitted(status: number): boolean {
  return ![401, 403, 404].includes(status) && status < 500;
}

function rank(role: Role): number {
  return ROLES.indexOf(role);
}

for (const [name, row] of Object.entries(privateOperations) as [string, PrivateOperation][]) {
  const { allows } = row;
  if (allows === "operator") {
    test(`${name} is the operator's alone: nobody gets 401, anybody else 403`, async () => {
      for (const caller of CALLERS) assert.equal(await statusOf(caller, "", row), caller === "nobody" ? 401 : 403, caller);
    });
  } else if (allows === "person") {
    test(`${name} is for everybody who is signed in, for what is theirs alone`, async () => {
      for (const caller of CALLERS) {
        if (caller !== "nobody" && ENDING.includes(name)) continue;
        const expected: number | null = caller === "nobody" ? 401 : row.params === undefined ? null : 404;
        const status = await statusOf(caller, "", row);
        assert.ok(expected === null ? isAdmitted(status) : status === expected, `${caller} ${status}`);
      }
    });
  } else {
    test(`${name} needs the role ${allows}: lower ones get 403, strangers 404 as for what does not exist`, async () => {
      for (const caller of [...CALLERS].reverse()) {
        const expected: number | null = caller === "nobody" ? 401 : caller === "stranger" ? 404 : rank(caller) < rank(allows) ? 403 : null;
        if (expected === null && ENDING.includes(name)) continue;
        const status = await statusOf(caller, "", row);
        assert.ok(expected === null ? isAdmitted(status) : status === expected, `${caller} ${status}`);
        if (caller !== "nobody") assert.equal(await statusOf(caller, "", row, 987_654), 404, `${caller}, what does not exist`);
      }
    });
  }
}

for (const [name, row] of Object.entries(privateOperations) as [string, PrivateOperation][]) {
  if (row.byKey !== true) continue;
  test(`${name} takes an API key, with the rights of its person and without a page's token`, async () => {
    for (const caller of ROLES.filter((role) => role === "owner" || !ENDING.includes(name))) {
      const { user } = await must((dashboards.get(caller) as Dashboard).call("GET", "/session"));
      const { key } = await must(stage.admin("POST", "/keys", { user: user.email, name: "program" }));
      // The owner's call comes last, because it may end what is named.
      const url = `${stage.url}/app/api${pathOf(row)}`;
      const { status } = await call(url, row.method, key, row.body === undefined ? undefined : {});
      const isAllowed = row.allows !== "operator" && row.allows !== "person" && rank(caller) >= rank(row.allows);
      assert.ok(isAllowed ? isAdmitted(status) : status === 403, `${caller} ${status}`);
    }
    if (name === "removeWebhook") ids = { ...ids, webhook_id: (await aWebhook(stage, place)).id };
  });
}

for (const [name, row] of Object.entries(operations) as [string, Operation][]) {
  const { foreignBrand } = row;
  test(`${name} with a session: ${foreignBrand === undefined ? "for everybody" : `strangers get ${foreignBrand}, viewers only read`}`, async () => {
    for (const caller of CALLERS) {
      const isRefused = foreignBrand !== undefined && row.method !== "GET" && caller === "viewer";
      const expected: number | null =
        caller === "nobody" ? 401 : foreignBrand !== undefined && caller === "stranger" ? foreignBrand : isRefused ? 403 : null;
      if (expected === null && ENDING.includes(name)) continue;
      const status = await statusOf(caller, "/v1", row);
      assert.ok(expected === null ? isAdmitted(status) : status === expected, `${caller} ${status}`);
    }
  });
}

test("what changes something needs the session's token, which another site's page does not know", async () => {
  const dashboard = dashboards.get("owner");
  assert.ok(dashboard);
  const path = `/admin/brands/${place.brandId}`;
  for (const token of ["", "wrong", null]) {
    const { status, body } = await dashboard.call("PATCH", path, { title: "Taken over" }, { token });
    assert.deepEqual([status, body.errors], [403, { token: "Nothing was changed: the page is out of date. Reload it." }]);
  }
  const foreign = await dashboard.call("PATCH", path, { title: "Taken over" }, { headers: { "sec-fetch-site": "cross-site" } });
  assert.equal(foreign.status, 403);
  const brands = await must(place.person.api("GET", "/brands"));
  assert.equal(brands[0].title, "Bakery");
});

test("the admin token stands for nobody: it cannot ask who is signed in", async () => {
  const response = await fetch(`${stage.url}/app/api/session`, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  assert.equal(response.status, 403);
});

test("a session sees who is signed in and their brands with the role", async () => {
  const { body } = await (dashboards.get("editor") as Dashboard).call("GET", "/session");
  const { token, user, position, ...rest } = body.data;
  assert.deepEqual([typeof token, typeof position], ["string", "string"]);
  assert.deepEqual([user.name, user.isOperator], ["editor", false]);
  assert.deepEqual(rest, {
    brands: [
      {
        id: place.brandId,
        title: "Bakery",
        timezone: "Europe/Berlin",
        queueStatus: "ACTIVE",
        role: "editor",
        isDemo: false,
        logoUrl: null,
      },
    ],
    service: { publicUrl: stage.app.config.publicUrl, mail: false, sandbox: true },
  });
});
