import assert from "node:assert/strict";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { apiOf, dataOf, pageOf } from "./support/api.ts";
import { adminCommand, rostrum } from "./support/cli.ts";
import { assertRefused, assertStatus } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { type Service, sharedService, startService } from "./support/service.ts";
import { array, atLeast, id, matching, object, type Shape, text } from "./support/shape.ts";
import { aBrandOf, aCollection, aPerson, aPost, aWorkspace, readPost } from "./support/stage.ts";

const nothing = object({});
const withId = object({ id });

describe("rostrum admin", () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });
  const run = <T>(words: readonly string[], shape: Shape<T>, stdin?: string) => adminCommand(service, words, shape, stdin);

  test("a user, a key, a brand and a member are created, listed and removed; the API shows each step", async () => {
    const email = `cli-${process.pid}@example.org`;
    const user = await run(
      [
        "users",
        "create",
        "--name",
        "Ada Baker",
        "--email",
        email,
        "--timezone",
        "Europe/Berlin",
        "--verified",
        "false",
        "--password-stdin",
      ],
      object({ id: text, email: text }),
      "a long password\n",
    );
    assert.equal(user.email, email);
    const users = await run(["users", "list"], array(atLeast({ email: text })));
    assert.ok(users.some((one) => one.email === email));
    await run(["users", "set-password", "--user", email, "--password-stdin"], nothing, "another password");

    const made = await run(["keys", "create", "--user", email, "--name", "Laptop"], object({ id, key: matching(/^rst_/) }));
    const api = apiOf(service.url, made.key);
    const me = dataOf(await api.get("/me"), resources.user);
    assert.deepEqual([me.id, me.name, me.timezone], [user.id, "Ada Baker", "Europe/Berlin"]);
    const listed = await rostrum(service, ["admin", "keys", "list", "--user", email, "--json"]);
    assert.ok(listed.stdout.includes('"Laptop"') && !listed.stdout.includes(made.key));

    const brand = await run(
      ["brands", "create", "--owner", email, "--title", "Bakery", "--timezone", "Asia/Tokyo", "--description", "Bread"],
      withId,
    );
    const changed = await run(
      ["brands", "update", "--brand-id", String(brand.id), "--title", "Corner Bakery", "--queue-status", "PAUSED"],
      resources.brand,
    );
    assert.deepEqual(pageOf(await api.get("/brands"), resources.brand).data, [changed]);
    assert.deepEqual(
      [changed.title, changed.timezone, changed.description, changed.queueStatus],
      ["Corner Bakery", "Asia/Tokyo", "Bread", "PAUSED"],
    );

    const guest = await aPerson();
    await run(["members", "add", "--brand-id", String(brand.id), "--user", guest.email, "--role", "viewer"], nothing);
    assertStatus(await guest.api.get(`/brands/${brand.id}/channels`), 200);
    assertRefused(await guest.api.post(`/brands/${brand.id}/collections`, { title: "x" }), 403, "role");
    await run(["members", "remove", "--brand-id", String(brand.id), "--user", guest.email], nothing);
    assertStatus(await guest.api.get(`/brands/${brand.id}/channels`), 404);

    await run(["keys", "revoke", "--key-id", String(made.id)], withId);
    assertRefused(await api.get("/me"), 401, "authorization");
  });

  test("--expires-at creates a key that expires", async () => {
    const person = await aPerson();
    const past = ["keys", "create", "--user", person.email, "--name", "Old", "--expires-at", "2020-01-01T00:00:00Z"];
    const ran = await rostrum(service, ["admin", ...past, "--json"]);
    if (ran.code !== 0) return assert.match(ran.stderr, /\S/);
    const { key } = object({ id, key: text })(JSON.parse(ran.stdout), "key");
    assertRefused(await apiOf(service.url, key).get("/me"), 401, "authorization");
  });

  test("channels and collections are connected, switched and removed", async () => {
    const of = await aWorkspace();
    const connect = ["channels", "connect", "--brand-id", String(of.brandId), "--type", "Mastodon", "--name", "bakery", "--sandbox"];
    const channel = await run(connect, withId);
    const inactive = await run(["channels", "update", "--channel-id", String(channel.id), "--status", "INACTIVE"], resources.channel);
    assert.deepEqual(pageOf(await of.api.get(`${of.brand}/channels`), resources.channel).data, [inactive]);
    const collection = await aCollection(of);
    const paused = await run(
      ["collections", "update", "--collection-id", String(collection.id), "--status", "PAUSED"],
      resources.collection,
    );
    assert.deepEqual({ ...paused, updatedAt: "" }, { ...collection, status: "PAUSED", updatedAt: "" });
    await run(["channels", "remove", "--channel-id", String(channel.id)], withId);
    assert.deepEqual(pageOf(await of.api.get(`${of.brand}/channels`), resources.channel).data, []);
  });

  test("refused credentials store nothing", async () => {
    const of = await aWorkspace();
    const file = join(service.dataDirectory, `credentials-${of.brandId}.json`);
    await writeFile(file, JSON.stringify({ instance: "https://127.0.0.1:9", accessToken: "wrong" }));
    const words = ["channels", "connect", "--brand-id", String(of.brandId), "--type", "Mastodon", "--name", "x", "--credentials", file];
    const ran = await rostrum(service, ["admin", ...words, "--json"]);
    assert.equal(ran.code, 1, ran.stderr);
    assert.equal(pageOf(await of.api.get(`${of.brand}/channels`), resources.channel).pagination.total, 0);
  });

  test("sensitive actions and plan limits are set per account", async () => {
    const of = await aWorkspace();
    const { id: collectionId } = await aCollection(of);
    const post = await aPost(of, collectionId);
    const update = (...words: string[]) => run(["accounts", "update", "--owner", of.email, ...words], atLeast({}));
    await update("--sensitive-actions", "on", "--max-collections", "1", "--max-automations", "0", "--max-scheduled-posts", "0");
    assertStatus(await of.api.delete(`${of.brand}/posts/${post}`), 200);
    assertRefused(await of.api.post(`${of.brand}/collections`, { title: "x" }), 403, "plan");
    await update("--sensitive-actions", "off");
    assertRefused(await of.api.delete(`${of.brand}/posts/${await aPost(of, collectionId)}`), 403, "permissions");
  });

  test("tool clients are listed and revoked", async () => {
    const person = await aPerson();
    assert.deepEqual(await run(["clients", "list", "--user", person.email], array(atLeast({}))), []);
    const ran = await rostrum(service, ["admin", "clients", "revoke", "--client-id", "nothing"]);
    assert.equal(ran.code, 4, ran.stderr);
  });

  const unknown: readonly (readonly string[])[] = [
    ["keys", "create", "--user", "nobody@example.org", "--name", "x"],
    ["keys", "list", "--user", "nobody@example.org"],
    ["keys", "revoke", "--key-id", "999999"],
    ["brands", "create", "--owner", "nobody@example.org", "--title", "x"],
    ["brands", "update", "--brand-id", "999999", "--title", "x"],
    ["members", "add", "--brand-id", "999999", "--user", "nobody@example.org"],
    ["channels", "update", "--channel-id", "999999", "--status", "ACTIVE"],
    ["channels", "remove", "--channel-id", "999999"],
    ["collections", "update", "--collection-id", "999999", "--status", "ACTIVE"],
    ["accounts", "update", "--owner", "nobody@example.org", "--sensitive-actions", "on"],
  ];
  for (const words of unknown) {
    test(`${words.slice(0, 2).join(" ")} of something unknown exits with 4 and a clear message`, async () => {
      const ran = await rostrum(service, ["admin", ...words]);
      assert.deepEqual([ran.code, ran.stdout], [4, ""]);
      assert.match(ran.stderr, /^\S.*\n$/);
    });
  }

  test("a wrong flag exits with 2, a refused value with 1, a missing service with 6, a missing token with 3", async () => {
    assert.equal((await rostrum(service, ["admin", "users", "list", "--nonsense"])).code, 2);
    assert.equal((await rostrum(service, ["admin", "users", "create", "--name", "x"])).code, 2);
    const person = await aPerson();
    const again = ["admin", "users", "create", "--name", "x", "--email", person.email];
    assert.equal((await rostrum(service, again)).code, 1);
    assert.equal((await rostrum({ ...service, url: "http://127.0.0.1:9" }, ["admin", "users", "list"])).code, 6);
    assert.equal((await rostrum({ ...service, dataDirectory: "/nonexistent" }, ["admin", "users", "list"])).code, 3);
  });

  test("a backup can be restored into an empty service, with users, keys, brands and posts", async () => {
    const of = await aWorkspace({ title: "Kept" });
    const draft = await readPost(of, await aPost(of, (await aCollection(of)).id, { caption: "Kept too" }));
    const file = join(service.dataDirectory, `backup-${process.pid}.tar`);
    await run(["backup", "--to", file], nothing);
    assert.equal((await stat(file)).mode & 0o077, 0, "only its owner may read it");
    await using empty = await startService();
    await adminCommand(empty, ["restore", "--from", file], nothing);
    const api = apiOf(empty.url, of.api.key);
    assert.deepEqual(pageOf(await api.get(`${of.brand}/posts`), resources.post).data, [draft]);
    const refused = await rostrum(empty, ["admin", "restore", "--from", file]);
    assert.equal(refused.code, 1, refused.stderr);
    await aBrandOf({ ...of, service: empty, api });
  });
});
