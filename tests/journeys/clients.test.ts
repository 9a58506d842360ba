import assert from "node:assert/strict";
import { after, test } from "node:test";
import { anOAuthClient, CLIENT_NAME } from "../../server/src/testing/oauth-client.ts";
import { signIn } from "../../server/src/testing/program.ts";
import { aVisitor } from "../../server/src/testing/visitor.ts";
import { running } from "./running.ts";

const service = await running();
after(() => service[Symbol.asyncDispose]());

test("The demo user authorizes an agent, and the operator lists and revokes it", async () => {
  const [, email = "", password = ""] = /sign in as (\S+) with the password (\S+)/.exec(service.output()) ?? [];
  const visitor = aVisitor(service.url);
  assert.equal((await signIn(visitor, email, password)).status, 303);
  await using program = await anOAuthClient(service.url);
  const { pathname, search } = await program.begin();
  const answer = await visitor.submit(await visitor.get(pathname + search), "/oauth/authorize", { decision: "allow" });
  await fetch(answer.location ?? "");
  await program.finish();
  const brands = await program.client.callTool({ name: "list_brands", arguments: {} });
  assert.match(JSON.stringify(brands.structuredContent), /Corner Bakery/);

  const list = async () => JSON.parse((await service.rostrum(["admin", "clients", "list", "--user", email, "--json"])).out);
  const [client, ...others] = await list();
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(client), ["id", "name", "grantedAt", "lastUsedAt"]);
  assert.equal(client.name, CLIENT_NAME);
  const revoked = await service.rostrum(["admin", "clients", "revoke", "--client-id", client.id, "--json"]);
  assert.deepEqual(revoked, { code: 0, out: "{}\n", err: "" });
  assert.deepEqual(await list(), []);
  await assert.rejects(program.client.callTool({ name: "list_brands", arguments: {} }), { name: "UnauthorizedError" });
});

test("A password set by the operator from standard input works for sign-in, and ends earlier sessions", async () => {
  const user = ["--user", "ada@example.org"];
  const made = await service.rostrum(["admin", "users", "create", "--name", "Ada", "--email", "ada@example.org", "--password-stdin"], {
    input: "correct horse\n",
  });
  assert.equal(made.code, 0, made.err);
  const before = aVisitor(service.url);
  assert.equal((await signIn(before, "ada@example.org", "correct horse")).status, 303);
  assert.equal((await before.get("/account")).status, 200);
  const set = await service.rostrum(["admin", "users", "set-password", ...user, "--password-stdin"], { input: "battery staple\n" });
  assert.equal(set.code, 0, set.err);
  assert.equal((await before.get("/account")).status, 303);
  assert.equal((await signIn(before, "ada@example.org", "correct horse")).status, 401);
  assert.equal((await signIn(before, "ada@example.org", "battery staple")).status, 303);
});
