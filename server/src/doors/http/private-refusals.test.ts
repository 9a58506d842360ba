import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { type PrivateOperation, ROLES, type Role } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { aWebhook } from "../../telling/events/testing.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { ABSENT_ID, domain, pathWith, withoutIds } from "../../testing/refusals.ts";
import { ADMIN_TOKEN, call, openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { anAutomation, anImport, aUser, strangersThings } from "../../testing/things.ts";
import { aToolToken } from "../../testing/tool-token.ts";
import { type WatchedRows, watchRows } from "../../testing/watched-rows.ts";

/**
 * Every operation behind the dashboard and `rostrum admin` with every caller who may not make it. Nothing that is refused stores
 * anything. Who is let in: `rights.test.ts`.
 */
const rows = Object.entries(privateOperations) as [string, PrivateOperation][];

let stage: Stage;
let place: Place;
let ids: Readonly<Record<string, number>>;
let written: WatchedRows;
const dashboards = new Map<string, Dashboard>();
/** API keys of the same people. */
const keys = new Map<string, string>();
/** What a request carries that is nobody's, and the sentence that refuses it. */
const nobodies = new Map<string, readonly [headers: Readonly<Record<string, string>>, sentence: string]>();

const NOT_SIGNED_IN = "You are not signed in.";
const WRONG_TOKEN = "The admin token is missing or wrong.";
const OUT_OF_DATE = domain("token", "Nothing was changed: the page is out of date. Reload it.");
const OPERATOR_ONLY = domain("operator", "Only the operator of this service may do this.");

before(async () => {
  stage = await openStage();
  await addNobodies();
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const postId = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [entry] = (await place.api("GET", "/published-posts")).body.data;
  ids = {
    ...(await strangersThings(stage)),
    brand_id: place.brandId,
    channel_id: place.channelIds[0] ?? 0,
    collection_id: place.collectionId,
    post_id: postId,
    delivery_id: entry.id,
    automation_id: await anAutomation(stage, place),
    webhook_id: (await aWebhook(stage, place)).id,
    import_id: await anImport(stage, place),
  };
  for (const role of ROLES) dashboards.set(role, await aMember(role));
  dashboards.set("stranger", await aDashboard(stage, (await aPlaceOfSomebodyElse()).email));
  dashboards.set("former member", await aFormerMember());
  dashboards.set("operator", await anOperator());
  for (const name of [...ROLES, "stranger", "former member", "operator"]) keys.set(name, await aKeyOf(name));
  written = await watchRows(stage.app.db);
});
after(() => stage[Symbol.asyncDispose]());

/** API keys that are none any more, or never were, with the sentences that refuse them. */
const deadKeys: (readonly [key: string, sentence: string])[] = [];

async function addDeadKeys(email: string): Promise<void> {
  const { id, key } = await must(stage.admin("POST", "/keys", { user: email, name: "revoked" }));
  await must(stage.admin("DELETE", `/keys/${id}`));
  const expiresAt = addSeconds(stage.now(), 3600);
  const { key: expired } = await must(stage.admin("POST", "/keys", { user: email, name: "expired", expiresAt }));
  stage.pass(7200);
  deadKeys.push(
    [`rst_${randomBytes(32).toString("base64url")}`, "The API key is invalid."],
    [key, "The API key has been revoked."],
    [expired, "The API key has expired."],
  );
}

async function addNobodies(): Promise<void> {
  await addDeadKeys(await aUser(stage));
  const email = await aUser(stage);
  const { cookie: expired } = await aDashboard(stage, email);
  stage.pass(8 * 86_400);
  const ended = await aDashboard(stage, email);
  await must(ended.call("DELETE", "/session", undefined));
  const { key } = await must(stage.admin("POST", "/keys", { user: email, name: "theirs" }));
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  nobodies.set("nothing", [{}, NOT_SIGNED_IN]);
  nobodies.set("a session that nobody has", [{ cookie: `rostrum_session=${randomBytes(32).toString("base64url")}` }, NOT_SIGNED_IN]);
  nobodies.set("a session that has run out", [{ cookie: expired }, NOT_SIGNED_IN]);
  nobodies.set("a session that was ended", [{ cookie: ended.cookie }, NOT_SIGNED_IN]);
  nobodies.set("a token that is not the operator's", [bearer(`${ADMIN_TOKEN}x`), WRONG_TOKEN]);
  nobodies.set("half of the operator's token", [bearer(ADMIN_TOKEN.slice(0, 10)), WRONG_TOKEN]);
  nobodies.set("an API key", [bearer(key), WRONG_TOKEN]);
  nobodies.set("a tool's token", [bearer(await aToolToken(stage.app, email)), WRONG_TOKEN]);
  nobodies.set("the operator's token in another scheme", [{ authorization: `Basic ${btoa(`admin:${ADMIN_TOKEN}`)}` }, NOT_SIGNED_IN]);
}

async function aMember(role: Role): Promise<Dashboard> {
  const email = await aUser(stage);
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: role === "owner" ? "admin" : role }));
  const change = "update brand_members set role = 'owner' where user_id = (select id from users where email = $1)";
  if (role === "owner") await stage.app.db.query(change, [email]);
  return aDashboard(stage, email);
}

async function aFormerMember(): Promise<Dashboard> {
  const email = await aUser(stage);
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "admin" }));
  const dashboard = await aDashboard(stage, email);
  await must(stage.admin("DELETE", `/brands/${place.brandId}/members?user=${email}`));
  return dashboard;
}

async function anOperator(): Promise<Dashboard> {
  const email = await aUser(stage);
  await must(stage.admin("PATCH", `/users?user=${email}`, { operator: true }));
  return aDashboard(stage, email);
}

/** A member of another brand, with everything that one has. */
async function aPlaceOfSomebodyElse(): Promise<{ readonly email: string }> {
  const { person } = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: person.email, password: "correct horse" }));
  return person;
}

/** Its use is noted once, because time stands still. */
async function aKeyOf(name: string): Promise<string> {
  const { user } = await must(by(name).call("GET", "/session"));
  const { key } = await must(stage.admin("POST", "/keys", { user: user.email, name: "program" }));
  await must(call(`${stage.url}/v1/me`, "GET", key));
  return key;
}

function by(name: string): Dashboard {
  const dashboard = dashboards.get(name);
  assert.ok(dashboard, name);
  return dashboard;
}

function bodyOf(row: PrivateOperation): unknown {
  return row.body === undefined ? undefined : {};
}

function callAs(name: string, row: PrivateOperation, named = ids, change: Parameters<Dashboard["call"]>[3] = {}): Promise<Reply> {
  return by(name).call(row.method, pathWith(row, named), bodyOf(row), change);
}

function isBelow(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) < ROLES.indexOf(needed);
}

for (const [name, row] of rows) {
  test(`${name} refuses with 401 who carries nothing that is valid, and stores nothing`, async () => {
    for (const [what, [headers, sentence]] of nobodies) {
      // Somebody's, for operations that take one: who they are is tried below.
      if (row.byKey === true && what === "an API key") continue;
      const body = row.body === undefined ? null : JSON.stringify({});
      const response = await fetch(`${stage.url}/app/api${pathWith(row, ids)}`, {
        method: row.method,
        headers: { ...headers, ...(body === null ? {} : { "content-type": "application/json" }) },
        body,
      });
      assert.deepEqual([response.status, await response.json()], [401, domain("authorization", sentence)], what);
      assert.deepEqual(await written.take(), [], what);
    }
  });

  if (row.method !== "GET") {
    test(`${name} refuses a page without the session's own token, and another site's page, with 403, and stores nothing`, async () => {
      const { cookie } = by("owner");
      const foreign = { headers: { "sec-fetch-site": "cross-site" } };
      for (const change of [{ token: null }, { token: "wrong" }, { token: cookie.split("=")[1] ?? "" }, foreign]) {
        const { status, body } = await callAs("owner", row, ids, change);
        assert.deepEqual([status, body], [403, OUT_OF_DATE], JSON.stringify(change));
        assert.deepEqual(await written.take(), [], JSON.stringify(change));
      }
    });
  }

  const { allows } = row;
  if (allows === "operator") {
    test(`${name} refuses with 403 everybody who does not operate the service, owners too, and stores nothing`, async () => {
      for (const caller of [...ROLES, "stranger", "former member"]) {
        const { status, body } = await callAs(caller, row);
        assert.deepEqual([status, body], [403, OPERATOR_ONLY], caller);
        assert.deepEqual(await written.take(), [], caller);
      }
    });
  } else if (allows === "person") {
    test(`${name} refuses the admin token with 403, which stands for nobody, and stores nothing`, async () => {
      const response = await fetch(`${stage.url}/app/api${pathWith(row, ids)}`, {
        method: row.method,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...(row.body === undefined ? {} : { "content-type": "application/json" }) },
        body: row.body === undefined ? null : "{}",
      });
      const sentence = "This is for people who are signed in. The admin token stands for nobody.";
      assert.deepEqual([response.status, await response.json()], [403, domain("session", sentence)]);
      assert.deepEqual(await written.take(), []);
    });
    if (row.params !== undefined) {
      test(`${name} answers 404 for what somebody else has exactly as for what does not exist, and stores nothing`, async () => {
        for (const caller of [...ROLES, "operator"]) await seemsAbsent(caller, row);
      });
    }
  } else {
    test(`${name} answers 404 to whoever is not a member, operators too, exactly as for what does not exist, and stores nothing`, async () => {
      for (const caller of ["stranger", "former member", "operator"]) await seemsAbsent(caller, row);
    });

    const lower = ROLES.filter((role) => isBelow(role, allows));
    if (lower.length > 0) {
      test(`${name} refuses members below ${allows} with 403, and stores nothing`, async () => {
        const needed = allows === "owner" ? "its owner" : `the role ${allows}`;
        for (const role of lower) {
          const { status, body } = await callAs(role, row);
          assert.deepEqual([status, body], [403, domain("role", `Your role in this brand is ${role}. This needs ${needed}.`)], role);
          assert.deepEqual(await written.take(), [], role);
        }
      });
    }
  }
}

const program = (caller: string, row: PrivateOperation, named: typeof ids) => {
  return call(`${stage.url}/app/api${pathWith(row, named)}`, row.method, keys.get(caller) ?? caller, bodyOf(row));
};

for (const [name, row] of rows.filter(([, { byKey }]) => byKey === true)) {
  test(`${name} refuses an API key that is nobody's, revoked or expired with 401, and stores nothing`, async () => {
    for (const [key, sentence] of deadKeys) {
      const { status, body } = await program(key, row, ids);
      assert.deepEqual([status, body], [401, domain("authorization", sentence)]);
      assert.deepEqual(await written.take(), [], sentence);
    }
  });

  test(`${name} refuses the API keys of those whom it refuses: 404 to whoever is not a member, 403 to lower roles, and stores nothing`, async () => {
    const known = [...Object.values(ids), ABSENT_ID];
    for (const caller of ["stranger", "former member", "operator"]) {
      const [there, absent] = [await program(caller, row, ids), await program(caller, row, {})];
      assert.deepEqual([there.status, withoutIds(there.body, known)], [404, withoutIds(absent.body, known)], caller);
      assert.deepEqual(await written.take(), [], caller);
    }
    const { allows } = row;
    if (allows === "operator" || allows === "person") assert.fail("a program's operation is for members of a brand");
    for (const role of ROLES.filter((each) => isBelow(each, allows))) {
      const { status, body } = await program(role, row, ids);
      assert.deepEqual([status, body.errors], [403, { role: `Your role in this brand is ${role}. This needs the role ${allows}.` }]);
      assert.deepEqual(await written.take(), [], role);
    }
  });
}

test("an API key opens nothing at addresses that there are not", async () => {
  const { status } = await call(`${stage.url}/app/api/nowhere`, "GET", keys.get("owner") ?? "");
  assert.equal(status, 401);
});

async function seemsAbsent(caller: string, row: PrivateOperation): Promise<void> {
  const [there, absent] = [await callAs(caller, row), await callAs(caller, row, {})];
  const known = [...Object.values(ids), ABSENT_ID];
  assert.deepEqual([there.status, withoutIds(there.body, known)], [404, withoutIds(absent.body, known)], caller);
  assert.equal(absent.status, 404, caller);
  assert.deepEqual(await written.take(), [], caller);
}
