import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { ROLES, type Role } from "@rostrum/contract/operation.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { PASSWORD } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
  const text = `update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = 'the token was revoked' where id = $1`;
  await stage.app.db.query(text, [place.channelIds[0]]);
});
after(() => stage[Symbol.asyncDispose]());

async function aMemberOf(role: Role): Promise<{ readonly email: string; readonly dashboard: Dashboard }> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: role, email, password: PASSWORD }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: role === "owner" ? "admin" : role }));
  return { email, dashboard: await aDashboard(stage, email) };
}

for (const role of ROLES) {
  test(`${role}: ${role === "viewer" ? "no member but themselves, and nothing of log-ins" : "all members, and why a channel does not work"}`, async () => {
    const { email, dashboard } = await aMemberOf(role);
    const members = await must(dashboard.call("GET", `/brands/${place.brandId}/members`));
    const emails = members.map((member: { email: string }) => member.email);
    const [channel] = await must(dashboard.call("GET", `/brands/${place.brandId}/channels`));
    const [condition] = await must(dashboard.call("GET", `/admin/brands/${place.brandId}/channels`));
    if (role === "viewer") {
      assert.deepEqual(emails, [email]);
      assert.deepEqual([channel.needsLogIn, channel.inactiveReason, condition.inactiveReason], [false, null, null]);
    } else {
      assert.ok(emails.includes(place.person.email) && emails.includes(email));
      assert.deepEqual([channel.needsLogIn, channel.inactiveReason], [true, "the token was revoked"]);
      assert.equal(condition.inactiveReason, "the token was revoked");
    }
    assert.equal(channel.status, "INACTIVE", "everybody knows which channels take part");
  });
}
