import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { vendorContract } from "../../../testing/contracts.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Exchange } from "../../connectors/testing/network.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { x } from "./index.ts";
import { deliver } from "./testing/delivery.ts";
import { aGif, aVideo } from "./testing/posts.ts";
import { pathOf } from "./testing/requests.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const { path, skip } = vendorContract("x/openapi.json");

/** OAuth's calls are described in X's guides alone. */
const BESIDE_THE_CONTRACT = ["POST /2/oauth2/token", "POST /2/oauth2/revoke"];

/** Every request that the connector makes, by its path in the contract. */
const OPERATIONS = [
  "GET /2/users/me",
  "GET /2/users/{id}/tweets",
  "GET /2/tweets",
  "POST /2/tweets",
  "POST /2/media/upload",
  "GET /2/media/upload",
  "POST /2/media/upload/initialize",
  "POST /2/media/upload/{id}/append",
  "POST /2/media/upload/{id}/finalize",
  "POST /2/media/metadata",
] as const;

/** The contract names no body for it, but the server refuses a request that is not JSON: an empty object says nothing beyond the contract. */
const BODILESS: readonly string[] = ["POST /2/media/upload/{id}/finalize"];

/** The old names of fields, which the guides and the servers know but the contract does not, with those that it has for them. */
const OLD_NAMES: Readonly<Record<string, string>> = { note_tweet: "note_post" };
/** In the contract this is an expansion. */
const OLD_FIELDS_ONLY = ["referenced_tweets"];

let stage: Stage;
let contract: ReturnType<typeof openContract>;
before(async () => {
  if (skip === false) contract = openContract(path);
  stage = await openStage();
  await play();
});
after(() => stage[Symbol.asyncDispose]());

test("the script below makes every request that is checked against the contract", () => {
  const made = new Set(stage.exchanges.map(operationOf));
  assert.deepEqual(
    [...OPERATIONS, ...BESIDE_THE_CONTRACT].filter((operation) => !made.has(operation)),
    [],
  );
});

test("lookups are made in both spellings", () => {
  const names = stage.exchanges.flatMap(({ request }) => [...new URL(request.url).searchParams.keys()]);
  for (const name of ["tweet.fields", "post.fields", "expansions", "pagination_token"]) assert.ok(names.includes(name), name);
});

for (const operation of OPERATIONS) {
  test(`${operation}: requests match the contract`, { skip }, () => {
    for (const exchange of stage.exchanges) if (operationOf(exchange) === operation) contract.check(operation, exchange);
  });
}

test("every request goes to an operation of the contract", { skip }, (context) => {
  const made = [...new Set(stage.exchanges.map(operationOf))];
  assert.deepEqual(
    made.filter((operation) => !contract.has(operation) && !BESIDE_THE_CONTRACT.includes(operation)),
    [],
  );
  context.diagnostic(`${OPERATIONS.length} paths in ${stage.exchanges.length} requests were held against the vendor's contract`);
});

test("a request with what the contract does not know would be noticed", { skip }, () => {
  const url = `${stage.baseUrl}/2/tweets`;
  const reply = { kind: "lost", reason: "" } as const;
  const post = (body: unknown) => ({ request: { method: "POST", url, body: JSON.stringify(body) }, reply }) as const;
  assert.throws(() => contract.check("POST /2/tweets", post({ text: "a", idempotency_key: "1" })));
  assert.throws(() => contract.check("POST /2/tweets", post({ media: { media_ids: [1] } })));
  const get = (query: string) => ({ request: { method: "GET", url: `${url}?${query}` }, reply }) as const;
  assert.throws(() => contract.check("GET /2/tweets", get("ids=1&since=1")));
  assert.throws(() => contract.check("GET /2/tweets", get("ids=a")));
  assert.throws(() => contract.check("GET /2/tweets", get("ids=1&tweet.fields=words")));
  contract.check("GET /2/tweets", get("ids=1,2&tweet.fields=public_metrics"));
});

/** Everything that the connector does. */
async function play(): Promise<void> {
  const { account, call } = stage;
  const published = async (fields: Parameters<typeof aPost>[0]) => {
    const outcome = await deliver(stage, aPost(fields)).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    return outcome;
  };
  const first = await published({ text: "Text" });
  await published({ text: "Pictures", alt: "Bread", media: await Promise.all([anImage(), anImage()]) });
  await published({ text: "Film", media: [await aVideo()] });
  await published({ text: "", alt: "Oven", media: [await aGif()] });
  await published({ type: "POLL", text: "", poll: { question: "Which?", options: ["Rye", "x".repeat(25)], period: "7d" } });
  const order = { key: "c", dueAt: aPost().dueAt, text: "A comment", remoteId: first.remoteId };
  assert.equal((await deliver(stage, order).toEnd()).kind, "published");
  for (const names of ["old", "new"]) {
    await stage.settings({ names });
    assert.equal((await x.counts?.([first.remoteId, "1"], account, call()))?.kind, "counted");
    assert.equal((await x.connect(stage.credentials, call())).kind, "connected");
    await lookUp(names);
  }
  await logIn();
}

/** A second part whose answer is lost, among more posts than a page has. */
async function lookUp(names: string): Promise<void> {
  const { account, call } = stage;
  const post = aPost({ segments: [`One, ${names}`, "Two"] });
  const checkpoint = memoryCheckpoint();
  await x.publish(post, account, call(checkpoint));
  stage.pass(6);
  stage.fault({ method: "POST", path: /\/2\/tweets$/, act: "cut" });
  assert.equal((await x.publish(post, account, call(checkpoint)))?.kind, "unknown");
  for (let number = 0; number < 12; number += 1) await deliver(stage, aPost({ text: `${names} ${number}` })).toEnd();
  stage.pass(16);
  assert.equal((await x.find?.(post, account, call(checkpoint)))?.kind, "published");
}

async function logIn(): Promise<void> {
  const [way] = x.logIns ?? [];
  assert.ok(way?.renew !== undefined && way.revoke !== undefined);
  const call = { ...stage.call(), application: { clientId: "sandbox", clientSecret: "sandbox-secret" } };
  const grant = { remoteId: stage.account.remoteId, scopes: [], credentials: stage.credentials };
  const renewed = await way.renew(grant, call);
  assert.ok(renewed.kind === "renewed");
  assert.equal(await way.revoke({ ...grant, credentials: renewed.credentials }, call), "revoked");
}

function operationOf(exchange: Exchange): string {
  return `${exchange.request.method} ${pathOf(exchange).replace(/\/\d{6,}(?=\/|$)/, "/{id}")}`;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly $ref?: string };
}

function openContract(file: string) {
  const document = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "x");
  const nodeOf = (operation: string) => {
    const [method = "", route = ""] = operation.split(" ");
    return document.paths[route]?.[method.toLowerCase()];
  };
  const hold = (schema: object, value: unknown, what: string) => {
    const validate = ajv.compile({ ...schema });
    assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  };
  const resolved = (parameter: Parameter): Parameter =>
    parameter.$ref === undefined ? parameter : document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""];
  const bodyOf = (operation: string, type: string): { $ref: string } => {
    const { $ref } = nodeOf(operation).requestBody.content[type].schema;
    return { $ref: `x${$ref}` };
  };
  return {
    has: (operation: string) => nodeOf(operation) !== undefined,
    check(operation: string, { request }: Pick<Exchange, "request">) {
      const parameters: Parameter[] = (nodeOf(operation).parameters ?? []).map(resolved);
      const given = new Map([...new URL(request.url).searchParams].map(([name, value]) => currentNames(name, value)));
      for (const [name, value] of given) {
        const known = parameters.find((parameter) => parameter.in === "query" && parameter.name === name);
        assert.ok(known !== undefined, `${operation} has no parameter ${name}`);
        hold({ ...referring(known.schema) }, typed(value, known.schema.type), `${operation}: ${name}`);
      }
      for (const { name, required } of parameters.filter((parameter) => parameter.in === "query")) {
        if (required) assert.ok(given.has(name), `${operation} needs ${name}`);
      }
      if (BODILESS.includes(operation)) assert.equal(request.body, "{}", `${operation}: body`);
      else if (typeof request.body === "string") hold(bodyOf(operation, "application/json"), JSON.parse(request.body), operation);
      if (request.body instanceof FormData) {
        const fields = Object.fromEntries([...request.body].map(([name, value]) => [name, formValue(value)]));
        hold(bodyOf(operation, "multipart/form-data"), fields, operation);
      }
    },
  };
}

/** Both parameters and their values under the names of the contract. */
function currentNames(name: string, value: string): [string, string] {
  if (name !== "tweet.fields") return [name, value];
  const fields = value.split(",").filter((field) => !OLD_FIELDS_ONLY.includes(field));
  return ["post.fields", fields.map((field) => OLD_NAMES[field] ?? field).join(",")];
}

/** References inside a schema are to the whole document. */
function referring<T>(schema: T): T {
  const moved: T = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"x#/'));
  return moved;
}

function typed(value: string, type: string | undefined): unknown {
  if (type === "array") return value.split(",");
  return type === "integer" ? Number(value) : value;
}

/** In a form, numbers are text and files have a place in the contract for text. */
function formValue(value: FormDataEntryValue): unknown {
  if (typeof value !== "string") return "bytes";
  return /^\d+$/.test(value) ? Number(value) : value;
}
