import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { CallRequest } from "../../../ground/net/net.ts";
import { vendorContract } from "../../../testing/contracts.ts";
import { granted } from "../../connectors/oauth/testing/log-in.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Exchange } from "../../connectors/testing/network.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { mastodon } from "./index.ts";
import { mastodonLogIn } from "./log-in.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { path, skip } = vendorContract("mastodon/openapi.json");

/** NodeInfo is a standard of its own, which the vendor's contract leaves out. */
const BESIDE_THE_CONTRACT = ["GET /.well-known/nodeinfo", "GET /nodeinfo/2.0"];

/** Every request that the connector makes, log-ins included, by its path in the contract. */
const OPERATIONS = [
  "GET /api/v1/accounts/verify_credentials",
  "GET /api/v2/instance",
  "GET /api/v1/instance",
  "POST /api/v2/media",
  "GET /api/v1/media/{id}",
  "POST /api/v1/statuses",
  "GET /api/v1/statuses",
  "GET /api/v1/statuses/{id}",
  "GET /api/v1/accounts/{id}/statuses",
  "GET /api/v2/search",
  "DELETE /api/v1/statuses/{id}",
  "GET /.well-known/oauth-authorization-server",
  "POST /api/v1/apps",
  "POST /oauth/token",
  "POST /oauth/revoke",
  "GET /oauth/userinfo",
] as const;

let stage: Stage;
let contract: ReturnType<typeof openContract>;
before(async () => {
  if (skip === false) contract = openContract(path);
  stage = await openStage();
  await play(stage);
});
after(() => stage[Symbol.asyncDispose]());

test("the script below calls every operation that is checked against the contract", () => {
  const made = new Set(stage.exchanges.map(operationOf));
  assert.deepEqual(
    OPERATIONS.filter((operation) => !made.has(operation)),
    [],
  );
});

for (const operation of OPERATIONS) {
  test(`${operation}: requests and responses match the contract`, { skip }, () => {
    for (const exchange of stage.exchanges) if (operationOf(exchange) === operation) contract.check(operation, exchange);
  });
}

test("every request goes to an operation of the contract", { skip }, () => {
  assert.deepEqual(
    [...new Set(stage.exchanges.map(operationOf))].filter(
      (operation) => !contract.has(operation) && !BESIDE_THE_CONTRACT.includes(operation),
    ),
    [],
  );
});

/** Everything the connector does. */
async function play({ account, call, credentials, fault, world }: Stage): Promise<void> {
  const publish = (fields: Parameters<typeof aPost>[0]) => mastodon.publish(aPost(fields), account, call());
  const text = await publish({ text: "Fresh! https://shop.example #bread @anna@remote.example" });
  assert.ok(text.kind === "published");
  const thread = await publish({ type: "THREAD", segments: ["One", "Two"] });
  assert.ok(thread.kind === "published");
  await publish({ type: "SLIDES", alt: "Bread", media: await Promise.all(Array.from({ length: 5 }, () => anImage())) });
  await publish({ type: "VIDEO", media: [aVideo({ cover: { picture: await anImage(), seconds: null } })] });
  const poll = { question: "Which?", options: ["A", "B"], period: "1d" as const, explanation: "Why" };
  assert.equal((await publish({ type: "POLL", text: "", poll })).kind, "published");
  const order = { key: "c", dueAt: aPost().dueAt, text: "A comment", remoteId: text.remoteId };
  assert.equal((await mastodon.comment?.(order, account, call()))?.kind, "published");
  assert.equal((await mastodon.counts?.([text.remoteId], account, call()))?.kind, "counted");
  assert.equal((await mastodon.people?.("ann", account, call()))?.kind, "found");
  fault({ method: "GET", path: /statuses\?id/, act: { status: 404, body: { error: "Record not found" } } });
  await mastodon.counts?.([text.remoteId], account, call());
  fault({ method: "GET", path: /v2\/instance/, act: { status: 404, body: { error: "Record not found" } } });
  await mastodon.connect(credentials, call());
  await mastodon.connect({ ...credentials, accessToken: "wrong" }, call());
  const checkpoint = memoryCheckpoint();
  fault({ method: "POST", path: /statuses$/, act: "cut" });
  const lost = aPost({ text: "Lost" });
  await mastodon.publish(lost, account, call(checkpoint));
  assert.equal((await mastodon.find?.(lost, account, call(checkpoint)))?.kind, "published");
  const log = await granted(mastodonLogIn, call(), { asked: "mastodon.sandbox", fields: { account_name: "Baker", decision: "allow" } });
  assert.equal((await mastodonLogIn.accounts(log.grant, log.journey.call)).kind, "listed");
  assert.equal(await mastodonLogIn.revoke?.(log.grant, log.journey.call), "revoked");
  // A token with the broader scopes that other clients use.
  const [owner] = await world.objects.list("account");
  await world.objects.put("token", "wide", {
    account_id: owner?.id,
    app_name: "Other",
    app_id: null,
    scopes: ["profile", "read", "write"],
  });
  await beside(call().net.call, { baseUrl: world.baseUrl, token: "wide", statusId: thread.remoteId });
}

async function beside(
  call: (request: CallRequest) => Promise<unknown>,
  { baseUrl, token, statusId }: Record<"baseUrl" | "token" | "statusId", string>,
) {
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, "content-type": "application/json" };
  const ask = (method: CallRequest["method"], path: string, rest: Partial<CallRequest> = {}) =>
    call({ method, url: baseUrl + path, headers, ...rest });
  await ask("DELETE", `/api/v1/statuses/${statusId}`);
  await ask("GET", "/oauth/userinfo");
  await ask("GET", "/.well-known/oauth-authorization-server");
  const app = { client_name: "Rostrum", redirect_uris: ["https://rostrum.example/callback"], scopes: "profile write:statuses" };
  await ask("POST", "/api/v1/apps", { headers: json, body: JSON.stringify(app) });
}

/** The exchange's operation under its name in the contract, with ids in the path replaced. */
function operationOf({ request }: Exchange): string {
  return `${request.method} ${pathOf(request).replace(/\/\d+(?=\/|$)/, "/{id}")}`;
}

function pathOf(request: CallRequest): string {
  return new URL(request.url).pathname.replace("/sandbox/mastodon", "");
}

function openContract(path: string) {
  const document = JSON.parse(readFileSync(path, "utf8"));
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  // A valid status with files matches two of the three variants, so `oneOf` rejects it.
  const create = document.paths["/api/v1/statuses"].post.requestBody.content["application/json"].schema;
  create.anyOf = create.oneOf;
  delete create.oneOf;
  // Servers take one address as text too, and those before 4.3 and other software nothing else.
  const { properties } = document.paths["/api/v1/apps"].post.requestBody.content["application/json"].schema;
  properties.redirect_uris = { anyOf: [properties.redirect_uris, { type: "string" }] };
  ajv.addSchema(document, "mastodon");
  const nodeOf = (operation: string) => {
    const [method = "", route = ""] = operation.split(" ");
    return {
      node: document.paths[route]?.[method.toLowerCase()],
      pointer: `mastodon#/paths/${escapePointer(route)}/${method.toLowerCase()}`,
    };
  };
  const hold = (pointer: string, value: unknown, isClosed: boolean) => {
    // The server would ignore an unknown field, so in a request it is a mistake of ours.
    const validate = ajv.compile({ $ref: pointer, ...(isClosed ? { unevaluatedProperties: false } : {}) });
    assert.ok(validate(value), `${pointer}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  };
  return {
    has: (operation: string) => nodeOf(operation).node !== undefined,
    check(operation: string, { request, reply }: Exchange) {
      const { node, pointer } = nodeOf(operation);
      const known = new Set((node.parameters ?? []).map(({ name }: { name: string }) => name));
      for (const name of new URL(request.url).searchParams.keys())
        assert.ok(known.has(name.replace("[]", "")), `${operation} has no parameter ${name}`);
      if (typeof request.body === "string") hold(`${pointer}/requestBody/content/application~1json/schema`, fieldsOf(request), true);
      if (request.body instanceof FormData) {
        const fields = Object.fromEntries([...request.body.keys()].map((name) => [name, "text"]));
        hold(`${pointer}/requestBody/content/multipart~1form-data/schema`, fields, true);
      }
      // There is nothing to check in a response that was cut off.
      if (reply.kind !== "answered") return;
      assert.ok(node.responses[String(reply.status)] !== undefined, `${operation} does not answer ${reply.status}`);
      if (node.responses[String(reply.status)].content === undefined) return;
      hold(`${pointer}/responses/${reply.status}/content/application~1json/schema`, JSON.parse(reply.text ?? ""), false);
    },
  };
}

/** Mastodon takes every request as JSON and as a form alike; the contract describes the first. */
function fieldsOf({ headers = {}, body }: CallRequest): unknown {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return isForm ? Object.fromEntries(new URLSearchParams(String(body))) : JSON.parse(String(body));
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll("~", "~0").replaceAll("/", "~1"));
}
