import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { admin } from "./support/admin.ts";
import { apiOf, dataOf } from "./support/api.ts";
import { assertRefused } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { array, atLeast, text } from "./support/shape.ts";
import { aPerson } from "./support/stage.ts";

describe("GET /me and GET /auth", () => {
  for (const path of ["/me", "/auth"]) {
    test(`GET ${path} answers 200 with the profile of the token's user`, async () => {
      const person = await aPerson({ name: "Ada Baker", timezone: "Europe/Berlin" });
      const users = await admin(person.service, { method: "GET", path: "/users", data: array(atLeast({ id: text, joinedAt: text })) });
      const joinedAt = users.find((one) => one.id === person.id)?.joinedAt;
      const reply = await person.api.get(path);
      assert.deepEqual(reply.body, { status: "success", data: { id: person.id, name: "Ada Baker", joinedAt, timezone: "Europe/Berlin" } });
    });

    test(`GET ${path} answers a null timezone for a user without one`, async () => {
      const person = await aPerson();
      assert.equal(dataOf(await person.api.get(path), resources.user).timezone, null);
    });

    test(`GET ${path} without a key answers 401 with errors.authorization`, async () => {
      assertRefused(await apiOf((await sharedService()).url, null).get(path), 401, "authorization");
    });

    test(`GET ${path} ignores query parameters`, async () => {
      const person = await aPerson();
      const reply = await person.api.get(path, { page: 0, per_page: "abc", anything: "x" });
      assert.equal(dataOf(reply, resources.user).id, person.id);
    });

    test(`POST ${path} answers 404: the method is unknown`, async () => {
      const person = await aPerson();
      assert.equal((await person.api.post(path, {})).status, 404);
    });
  }

  test("the profile's id is an opaque text that no two users share and that does not change", async () => {
    const [one, other] = [await aPerson(), await aPerson()];
    const first = dataOf(await one.api.get("/me"), resources.user);
    assert.deepEqual(dataOf(await one.api.get("/auth"), resources.user), first);
    assert.notEqual(first.id, dataOf(await other.api.get("/me"), resources.user).id);
    assert.doesNotMatch(first.id, /^\d+$/);
  });

  test("joinedAt is the moment of joining in UTC", async () => {
    const before = Temporal.Now.instant().subtract({ seconds: 1 });
    const joined = Temporal.Instant.from(dataOf(await (await aPerson()).api.get("/me"), resources.user).joinedAt);
    assert.ok(
      Temporal.Instant.compare(joined, before) > 0 && Temporal.Instant.compare(joined, Temporal.Now.instant().add({ seconds: 1 })) < 0,
    );
  });

  test("a name keeps emoji, combining characters and white space as sent", async () => {
    const name = " Zoë\u0301 👩‍👩‍👧 <b>&amp; ";
    assert.equal(dataOf(await (await aPerson({ name })).api.get("/me"), resources.user).name, name);
  });
});
