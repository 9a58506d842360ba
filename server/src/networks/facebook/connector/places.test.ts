import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import type { Account, AskingCall } from "../../connectors/connector.ts";
import { tokenIn } from "../../connectors/oauth/tokens.ts";
import { APPLICATION } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { facebook } from "./index.ts";
import { loggedIn } from "./testing/log-in.ts";
import { delivery, OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const asking = (application: Awaited<ReturnType<AskingCall["applicationOf"]>> = APPLICATION): AskingCall => ({
  ...stage.call(),
  applicationOf: async (platform) => (platform === "facebook" ? application : null),
});
async function find(search: string, account: Account = stage.account, call = asking()) {
  return (await facebook.places?.(search, account, call)) ?? assert.fail("Facebook finds no places");
}
async function whyNot(account: Account = stage.account, call = asking()): Promise<string> {
  const outcome = await find("old mill", account, call);
  return outcome.kind === "failed" ? outcome.reason : JSON.stringify(outcome);
}
const answer = (status: number, body: unknown) =>
  stage.fault({ method: "GET", path: /\/pages\/search/, act: { when: "before", status, body } });
async function ofPerson(): Promise<Account> {
  const grant = await loggedIn(stage, "Anna Berg");
  return { ...stage.account, grant: { ...grant, clientId: APPLICATION.clientId } };
}

test("places are found by name with their address, and Pages that are no place are not offered", async () => {
  const outcome = await find("Old Mill");
  assert.ok(outcome.kind === "found");
  assert.deepEqual(
    outcome.places.map(({ id, name, address }) => [/^\d+$/.test(id), name, address]),
    [
      [true, "Old Mill Market Hall", "Mühlenstraße 12, 10243 Berlin, Germany"],
      [true, "Old Mill Café & Ærø Bar", "Rue de l’Œuf 3, 67000 Strasbourg, France"],
      [true, "Old Mill Ferry", "Portland, OR, United States"],
    ],
  );
  assert.deepEqual(await find("nowhere at all"), { kind: "found", places: [] });
  const [hall] = outcome.places;
  const published = await delivery(stage, aPost({ text: "Bread", options: { location: { id: hall?.id ?? "" } } })).published();
  assert.equal(published.kind, "published");
  assert.match((await stage.seen()).at(-1)?.label ?? "", /at Old Mill Market Hall/);
});

test("who logged in is asked for by their own token with the proof of the secret; a Page's token asks as the application", async () => {
  const person = await ofPerson();
  const accessToken = tokenIn((person.grant ?? assert.fail()).credentials);
  assert.equal((await find("mill", person)).kind, "found");
  assert.equal((await find("mill")).kind, "found");
  const [asPerson, asApplication] = stage.made(/pages\/search/);
  const proof = createHmac("sha256", APPLICATION.clientSecret).update(accessToken).digest("hex");
  assert.equal(new URL(asPerson?.url ?? "").searchParams.get("appsecret_proof"), proof);
  assert.equal(asPerson?.headers?.authorization, `Bearer ${accessToken}`);
  assert.equal(asApplication?.headers?.authorization, "Bearer sandbox|sandbox-secret");
  // Their token is another application's.
  await find("mill", person, asking({ clientId: "9", clientSecret: "other" }));
  assert.equal(stage.made(/pages\/search/)[2]?.headers?.authorization, "Bearer 9|other");
});

test("where Facebook does not tell places, a sentence says what to do", async () => {
  const person = await ofPerson();
  await stage.settings({ finds_pages: false });
  for (const account of [stage.account, person]) {
    assert.match(await whyNot(account), /^Facebook does not let this service's application search .* Page Public Metadata Access\.$/);
  }
  await stage.settings({});
  assert.match(await whyNot(stage.account, asking(null)), /^Places cannot be searched for: the id and the secret .* are missing\.$/);
  assert.match(await whyNot(stage.account, asking({ clientId: "sandbox", clientSecret: null })), /are missing\.$/);
  assert.match(await whyNot(stage.account, asking({ clientId: "sandbox", clientSecret: "x" })), /Check the application's id and secret\.$/);
  answer(400, refusal(190, 460));
  assert.match(await whyNot(person), /Refused in a test \(code 190\/460\)\. Reconnect the channel\.$/);
  answer(400, refusal(4));
  assert.equal(await whyNot(), "Facebook: Refused in a test (code 4).");
  answer(OUTAGE.status, OUTAGE.body);
  assert.equal(await whyNot(), "Facebook: Refused in a test (code 2).");
  stage.fault({ method: "GET", path: /\/pages\/search/, act: "cut" });
  assert.match(await whyNot(), /^Facebook: .+\.$/);
});

test("answers that are odd or huge are no trouble: what can be read is offered, cut and cleaned", async () => {
  const berlin = { city: "Berlin", country: "Germany" };
  const odd = [
    null,
    7,
    {},
    { id: "../1", name: "A path", location: berlin },
    { id: "1", location: berlin },
    { id: "2", name: " \u202e\u0000 ", location: berlin },
    { id: "3", name: "No place", location: null },
    { id: "4", name: "Empty place", location: {} },
    { id: "5", name: "Nothing but words of another kind", location: { city: 7, street: { a: 1 } } },
    { id: 6, name: "By\u202enumber\n", location: { ...berlin, street: ["x"], latitude: "north" } },
    { id: "6", name: "The same again", location: berlin },
    { id: "7", name: "At sea", location: { latitude: 54.1, longitude: 7.9 } },
    { id: "8", name: "N".repeat(10_000), location: { street: "S".repeat(10_000) } },
  ];
  answer(200, { data: odd, paging: { next: "http://127.0.0.1:1/steal" } });
  const outcome = await find("x");
  assert.ok(outcome.kind === "found");
  assert.deepEqual(outcome.places, [
    { id: "6", name: "The same again", address: "Berlin, Germany" },
    { id: "7", name: "At sea", address: "" },
    { id: "8", name: "N".repeat(500), address: "S".repeat(200) },
  ]);
  answer(200, { data: Array.from({ length: 5000 }, (_, at) => ({ id: `${at}`, name: `Page ${at}`, location: berlin })) });
  const many = await find("x");
  assert.equal(many.kind === "found" && many.places.length, 20);
  answer(200, { data: [{ id: "1", name: "x".repeat(5 * 1024 * 1024), location: berlin }] });
  assert.match(await whyNot(), /^Facebook: .+\.$/);
  answer(200, { data: "all of them" });
  assert.equal(await whyNot(), "Facebook: the places cannot be read.");
  answer(200, "<html>");
  assert.match(await whyNot(), /^Facebook: .+\.$/);
});
