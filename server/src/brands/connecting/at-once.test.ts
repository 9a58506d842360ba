import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { PASSWORD } from "../../testing/program.ts";
import type { Stage } from "../../testing/stage.ts";
import { aVisitor, type Visitor } from "../../testing/visitor.ts";
import { anAccount, type ConnectingGround, type Member, openConnecting, type TestNetwork } from "./testing.ts";

let ground: ConnectingGround;
let network: TestNetwork;
let stage: Stage;
before(async () => {
  ground = await openConnecting({}, { creates: false });
  ({ stage, network } = ground);
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => ground.reset());

test("Whoever begins in the dashboard goes to the network at once, and comes back with the only account connected", async () => {
  const member = await ground.aMember();
  network.accounts = [anAccount("1", "Bakery")];
  const dashboard = await aDashboard(stage, member.place.person.email);
  const path = `/brands/${member.place.brandId}/log-ins`;
  const { visitor } = await again(member);
  const returnTo = `/brands/${member.place.brandId}/channels?connect=x`;
  const { url } = await must(dashboard.call("POST", path, { type: "Facebook", application: "facebook", returnTo }));
  const stranger = await ground.aMember();
  assert.equal((await stranger.visitor.get(url)).status, 404, "it works for whoever asked for it alone");
  assert.match((await visitor.get(url)).text, /Continuing to Facebook/);
  assert.equal((await visitor.get(url)).status, 404, "it works once");
  const answer = `/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`;
  assert.equal((await visitor.get(answer)).location, returnTo);
  assert.deepEqual(
    (await ground.channelsOf(member.place)).map(({ name }) => name),
    ["Bakery"],
  );
});

test("Several accounts are chosen from, and then it goes back to where the person came from; so does leaving", async () => {
  const member = await ground.aMember();
  const dashboard = await aDashboard(stage, member.place.person.email);
  const { visitor } = await again(member);
  const { url } = await must(
    dashboard.call("POST", `/brands/${member.place.brandId}/log-ins`, { type: "Facebook", returnTo: "/welcome?brand=1" }),
  );
  await visitor.get(url);
  const back = await visitor.get(`/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`);
  const page = await visitor.get(back.location ?? "");
  assert.match(page.html, /<a href="\/welcome\?brand=1">Leave without connecting<\/a>/);
  const { token = "" } = page.forms.find(({ action }) => action === back.location)?.fields ?? {};
  assert.equal(
    (
      await visitor.post(back.location ?? "", [
        ["token", token],
        ["account", "2"],
      ])
    ).location,
    "/welcome?brand=1",
  );
});

test("Pages of other sites are nowhere to come back to", async () => {
  const member = await ground.aMember();
  network.accounts = [anAccount("1", "Bakery")];
  const dashboard = await aDashboard(stage, member.place.person.email);
  const { visitor } = await again(member);
  const { url } = await must(
    dashboard.call("POST", `/brands/${member.place.brandId}/log-ins`, { type: "Facebook", returnTo: "//evil.example/" }),
  );
  await visitor.get(url);
  const back = await visitor.get(`/connect/facebook/callback?${new URLSearchParams({ state: network.begun?.state ?? "", code: "c" })}`);
  assert.equal(back.location, "/");
});

/** The same person in a browser of their own, after a dashboard has signed in. */
async function again({ place }: Pick<Member, "place">): Promise<{ readonly visitor: Visitor }> {
  const visitor = aVisitor(stage.url);
  const form = await visitor.get("/sign-in");
  await visitor.submit(form, "/sign-in", { email: place.person.email, password: PASSWORD });
  return { visitor };
}
