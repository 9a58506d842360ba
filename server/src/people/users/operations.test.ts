import assert from "node:assert/strict";
import { after, test } from "node:test";
import { one } from "../../ground/database/query.ts";
import { operatorService } from "../../testing/operator.ts";
import { isPassword } from "./password.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;

const storedPassword = async (email: string) =>
  (await one<{ hash: string }>(app.db, { text: "select password_hash as hash from users where email = $1", values: [email] })).hash;

test("A new user is verified and has an account of their own", async () => {
  const made = await admin("POST", "/users", { name: "Ada Baker", email: "Ada@Example.org", timezone: "Europe/Berlin" });
  assert.equal(made.status, 200);
  const { rows } = await app.db.query(
    "select u.public_id, u.name, u.timezone, u.verified, u.password_hash, a.sensitive_actions, a.max_collections from users u join accounts a on a.owner_id = u.id",
  );
  assert.equal(rows.length, 1);
  const { public_id, ...row } = rows[0];
  assert.match(public_id, /^u_[0-9a-f]{16}$/);
  assert.deepEqual(made.body, { status: "success", data: { id: public_id, email: "Ada@Example.org" } });
  assert.deepEqual(row, {
    name: "Ada Baker",
    timezone: "Europe/Berlin",
    verified: true,
    password_hash: null,
    sensitive_actions: false,
    max_collections: null,
  });
});

test("A second user whose e-mail address differs only in case is 409", async () => {
  const sentence = "There is already a user with the e-mail address ada@EXAMPLE.org.";
  assert.deepEqual(await admin("POST", "/users", { name: "Ada", email: "ada@EXAMPLE.org" }), {
    status: 409,
    body: { status: "error", message: sentence, errors: { email: sentence } },
  });
});

test("An invalid e-mail address, timezone and password are all reported in one 422", async () => {
  assert.deepEqual(await admin("POST", "/users", { name: " ", email: "nobody", timezone: "Mars/Base", password: "short" }), {
    status: 422,
    body: {
      message: "The name field must not be empty. (and 3 more)",
      errors: {
        name: ["The name field must not be empty."],
        email: ["The email field must be an e-mail address."],
        timezone: ["The timezone field must be an IANA timezone such as Europe/Berlin."],
        password: ["The password field must have at least 8 characters."],
      },
    },
  });
});

test("Users are listed oldest first, without secrets", async () => {
  await admin("POST", "/users", { name: "Ben", email: "ben@example.org", verified: false, password: "correct horse" });
  const { body } = await admin("GET", "/users");
  const { data } = body as { data: { name: string; joinedAt: string; id: string }[] };
  assert.deepEqual(
    data.map(({ id: _, joinedAt: __, ...user }) => user),
    [
      { email: "Ada@Example.org", name: "Ada Baker", timezone: "Europe/Berlin", verified: true, operator: false },
      { email: "ben@example.org", name: "Ben", timezone: null, verified: false, operator: false },
    ],
  );
});

test("A password is stored as an argon2id hash, and a new one replaces it", async () => {
  const first = await storedPassword("ben@example.org");
  assert.match(first, /^\$argon2id\$v=19\$/);
  assert.equal(await isPassword("correct horse", first), true);
  assert.equal(await isPassword("correct horsf", first), false);
  assert.deepEqual(await admin("POST", "/users/password", { user: "BEN@example.org", password: "battery staple" }), {
    status: 200,
    body: { status: "success", data: {} },
  });
  assert.equal(await isPassword("battery staple", await storedPassword("ben@example.org")), true);
});

test("A password for an unknown address is 404", async () => {
  const sentence = "There is no user with the e-mail address nobody@example.org.";
  assert.deepEqual(await admin("POST", "/users/password", { user: "nobody@example.org", password: "battery staple" }), {
    status: 404,
    body: { status: "error", message: sentence, errors: { user: sentence } },
  });
});

test("Without the admin token nothing is done", async () => {
  const { status } = await admin("POST", "/users", { name: "Eve", email: "eve@example.org" }, "rst_wrong");
  assert.equal(status, 401);
  const { rows } = await app.db.query("select from users where email = 'eve@example.org'");
  assert.equal(rows.length, 0);
});

test("A user is created as an operator, and each field is changed on its own", async () => {
  await admin("POST", "/users", { name: "Cem", email: "cem@example.org", operator: true });
  const update = async (change: unknown) => {
    const { status, body } = await admin("PATCH", "/users?user=CEM%40example.org", change);
    assert.equal(status, 200);
    const { id: _, joinedAt: __, ...user } = (body as { data: Record<string, unknown> }).data;
    return user;
  };
  const cem = { email: "cem@example.org", name: "Cem", timezone: null, verified: true, operator: true };
  assert.deepEqual(await update({}), cem);
  assert.deepEqual(await update({ operator: false, verified: false }), { ...cem, operator: false, verified: false });
  const changed = { ...cem, name: "Cem Baker", timezone: "Asia/Tokyo", operator: true, verified: false };
  assert.deepEqual(await update({ operator: true, name: "Cem Baker", timezone: "Asia/Tokyo" }), changed);
  assert.equal((await admin("PATCH", "/users?user=nobody%40example.org", { operator: true })).status, 404);
});
