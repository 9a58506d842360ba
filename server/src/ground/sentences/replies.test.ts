import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { ABSENT_ID } from "../../testing/refusals.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../testing/stage.ts";
import { aUser } from "../../testing/things.ts";

let stage: Stage;
let place: Place;
let dashboard: Dashboard;

before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { queues: [] });
  const email = await aUser(stage);
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "admin" }));
  dashboard = await aDashboard(stage, email);
});
after(() => stage[Symbol.asyncDispose]());

const GERMAN = { headers: { "accept-language": "de-AT,de;q=0.9" } };
const FRENCH = { headers: { "accept-language": "fr" } };

test("a person in the dashboard is refused in their language, a program in English", async () => {
  const path = `/brands/${ABSENT_ID}/needs`;
  const told = async (change: object) => (await dashboard.call("GET", path, undefined, change)).body;
  const german = `Die Marke ${ABSENT_ID} gibt es nicht mehr.`;
  assert.deepEqual(await told(GERMAN), { status: "error", message: german, errors: { brand: german } });
  assert.equal((await told(FRENCH)).message, `La marque ${ABSENT_ID} n’existe plus.`);
  assert.equal((await told({})).message, `There is no brand with the id ${ABSENT_ID}.`);
  const program = await fetch(`${stage.url}/app/api/brands/${ABSENT_ID}/needs`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "accept-language": "de" },
  });
  assert.doesNotMatch(JSON.stringify(await program.json()), /gibt/);
});

test("what is wrong with fields is said in the person's language, by the same operation in English to a program", async () => {
  const post = { caption: "Bread", publishMode: "SCHEDULE" };
  const path = `/brands/${place.brandId}/collections/${place.collectionId}/posts`;
  const { status, body } = await dashboard.call("POST", `/v1${path}`, post, GERMAN);
  assert.equal(status, 422);
  assert.deepEqual(body.errors.scheduledAt, ["Das Feld „Zeitpunkt“ muss ausgefüllt sein, wenn der Beitrag geplant wird."]);
  const english = await place.person.api("POST", path, post);
  assert.deepEqual(english.body.errors.scheduledAt, ["The scheduledAt field is required when publishMode is SCHEDULE."]);
});

test("what a network does not take is said in the person's language", async () => {
  const text = "x".repeat(2000);
  const body = { caption: text };
  const preview = async (change: object) => {
    const reply = await dashboard.call("POST", `/admin/collections/${place.collectionId}/posts/preview`, body, change);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.data[0].message;
  };
  assert.match(await preview({}), /^The text has 2000 characters; \S+ takes at most \d+/);
  assert.match(await preview(GERMAN), /^Der Text hat 2000 Zeichen; \S+ nimmt höchstens \d+/);
});

test("the language of the profile counts before that of the browser", async () => {
  await must(dashboard.call("PATCH", "/profile", { language: "fr" }));
  const { body } = await dashboard.call("GET", `/brands/${ABSENT_ID}/needs`, undefined, GERMAN);
  assert.equal(body.message, `La marque ${ABSENT_ID} n’existe plus.`);
});
