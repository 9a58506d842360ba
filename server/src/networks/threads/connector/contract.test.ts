import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { vendorContract } from "../../../testing/contracts.ts";
import type { Exchange } from "../../connectors/testing/network.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { threads } from "./index.ts";
import { openCollection } from "./testing/collection.ts";
import { deliver } from "./testing/delivery.ts";
import { aPicture, aVideo } from "./testing/posts.ts";
import { parametersOf } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

/**
 * Holds every request against the vendor's own collection: path, method, names of parameters and of fields. The collection says
 * nothing of types, so what has a known form is checked here.
 */
const { path, skip } = vendorContract("threads/threads-api.postman_collection.json");

/** Every request that the connector makes, by its path in the contract. */
const OPERATIONS = [
  "POST /oauth/access_token",
  "GET /access_token",
  "GET /refresh_access_token",
  "GET /debug_token",
  "GET /me",
  "POST /me/threads",
  "POST /me/threads_publish",
  "GET /me/threads",
  "GET /me/replies",
  "GET /me/threads_publishing_limit",
  "GET /{id}",
  "GET /{id}/insights",
] as const;

const ID = /^\d+$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  media_type: /^(TEXT|IMAGE|VIDEO|CAROUSEL)$/,
  image_url: /^https?:\/\//,
  video_url: /^https?:\/\//,
  link_attachment: /^https?:\/\//,
  is_carousel_item: /^true$/,
  children: /^\d+(,\d+){1,19}$/,
  reply_to_id: ID,
  creation_id: ID,
  since: ID,
  limit: /^\d{1,3}$/,
  poll_attachment: /^\{"option_a":"[^"]{1,25}","option_b":"[^"]{1,25}"(,"option_[cd]":"[^"]{1,25}")*\}$/,
};

let stage: Stage;
let contract: ReturnType<typeof openCollection>;
before(async () => {
  if (skip === false) contract = openCollection(path);
  stage = await openStage();
  await play();
});
after(() => stage[Symbol.asyncDispose]());

test("the script below makes every request that is checked against the contract", () => {
  const made = new Set(stage.exchanges.map(operationOf));
  assert.deepEqual(
    OPERATIONS.filter((operation) => !made.has(operation)),
    [],
  );
});

for (const operation of OPERATIONS) {
  test(`${operation}: requests match the contract`, { skip }, () => {
    for (const exchange of stage.exchanges) if (operationOf(exchange) === operation) contract.check(operation, parametersOf(exchange));
  });
}

test("every request goes to an operation of the contract, and its parameters have their forms", { skip }, (context) => {
  const made = [...new Set(stage.exchanges.map(operationOf))];
  assert.deepEqual(
    made.filter((operation) => !contract.has(operation)),
    [],
  );
  for (const exchange of stage.exchanges) {
    for (const [name, value] of Object.entries(parametersOf(exchange))) {
      const form = FORMS[name];
      if (form !== undefined) assert.match(value, form, `${operationOf(exchange)}: ${name}`);
    }
  }
  context.diagnostic(`${made.length} paths in ${stage.exchanges.length} requests were held against the vendor's contract`);
});

/** Everything that the connector does. */
async function play(): Promise<void> {
  const { account, call } = stage;
  const published = async (fields: Parameters<typeof aPost>[0]) => {
    const outcome = await deliver(stage, aPost(fields)).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    return outcome;
  };
  const first = await published({ text: "Text", link: "https://shop.example" });
  await published({ text: "Picture", alt: "Bread", media: [aPicture(stage.file)] });
  await published({ text: "Film", media: [aVideo(stage.film)] });
  await published({ text: "Both", alt: "Bread", media: [aPicture(stage.file), aVideo(stage.film)] });
  const options = ["Rye", "Spelt", "Oat", "x".repeat(25)];
  await published({ type: "POLL", text: "", poll: { question: "Which bread?", options, period: "1d" } });
  stage.fault({ method: "POST", path: /threads_publish$/, act: "cut" }, { method: "POST", path: /threads_publish$/, act: "drop" });
  await published({ type: "THREAD", segments: ["One", "Two"] });
  stage.fault({ method: "POST", path: /threads_publish$/, act: "cut" });
  const order = { key: "c", dueAt: aPost().dueAt, text: "A comment", remoteId: first.remoteId };
  assert.equal((await deliver(stage, order).toEnd()).kind, "published");
  const quota = { status: 400, body: { error: { code: 9, message: "Quota", type: "OAuthException" } } };
  stage.fault({ method: "POST", path: /threads_publish$/, act: quota });
  await published({ text: "After the quota" });
  assert.equal((await threads.counts?.([first.remoteId], account, call()))?.kind, "counted");
  await logIn();
}

async function logIn(): Promise<void> {
  const [way] = threads.logIns ?? [];
  const call = { ...stage.call(), application: { clientId: "sandbox", clientSecret: "sandbox-secret" } };
  const redirectUri = "https://social.example/connect/threads/callback";
  const request = { state: "s", redirectUri, challenge: "c", asked: "", publicUrl: "https://social.example" };
  const opened = await way?.begin(request, call);
  assert.ok(opened?.kind === "open");
  const { origin, pathname, search } = new URL(opened.url);
  const fields = { asked: search.slice(1), name: "Corner Bakery", decision: "allow", given_scope: "threads_content_publish" };
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const parameters = Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
  const finished = await way?.finish({ parameters, redirectUri, verifier: "", memory: null }, call);
  assert.ok(finished?.kind === "granted");
  assert.equal((await way?.accounts(finished.grant, call))?.kind, "listed");
  stage.pass(8 * 86_400);
  assert.equal((await way?.renew?.(finished.grant, call))?.kind, "renewed");
  assert.equal((await way?.probe(finished.grant, call))?.kind, "works");
}

/** The request under its name in the contract: without version, and ids as `{id}`. */
function operationOf({ request }: Exchange): string {
  const { pathname } = new URL(request.url);
  return `${request.method} ${pathname.replace(/^\/sandbox\/threads(\/v1\.0)?/, "").replace(/\/\d+(?=\/|$)/, "/{id}")}`;
}
