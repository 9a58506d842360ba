import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { z } from "zod";
import type { CallRequest } from "../../../ground/net/net.ts";
import { vendorContract } from "../../../testing/contracts.ts";
import { anAccount, memoryCheckpoint } from "../../connectors/testing/call.ts";
import { byFacebook } from "./by-facebook.ts";
import { instagram } from "./index.ts";
import { instagramLogIn } from "./instagram-log-in.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { granted } from "./testing/log-in.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

const { path: folder, skip } = vendorContract("meta/specs");

/** What the vendor's machine-readable contract leaves out, with the page that documents it (2026-10). */
const BESIDE_THE_CONTRACT: Readonly<Record<string, string>> = {
  "POST oauth/access_token": "Instagram Login: /instagram-api-with-instagram-login/business-login",
  "GET access_token": "Instagram Login: /instagram-api-with-instagram-login/business-login",
  "GET refresh_access_token": "Instagram Login: /instagram-api-with-instagram-login/business-login",
  "GET oauth/access_token": "Facebook Login: /facebook-login/guides/access-tokens/get-long-lived",
  "GET debug_token": "What a token was let in to: /docs/graph-api/reference/debug_token",
  "GET me": "Both log-ins: /instagram-api-with-instagram-login/get-started",
  "GET Container": "Containers have no node of their own: /instagram-platform/content-publishing",
  "POST ig-api-upload": "Uploads of bytes: /content-publishing/resumable-uploads",
};

/** Parameters of every call of the Graph API: https://developers.facebook.com/docs/graph-api/results (2026-10). */
const OF_EVERY_CALL = ["fields", "limit", "after"];

/** Fields that the contract does not have, and where they are documented. */
const FIELDS_BESIDE: Readonly<Record<string, readonly string[]>> = {
  // Its node is not in the contract: /instagram-graph-api/reference/ig-user/content_publishing_limit.
  ContentPublishingLimitResponse: ["config", "quota_usage"],
  // /docs/graph-api/reference/user/accounts: documented, but not in the contract's node.
  Page: ["tasks", "picture"],
};

/** What the script below has to call, so that nothing goes unchecked because it was not played. */
const OPERATIONS = [
  "POST IGUser/media",
  "POST IGUser/media_publish",
  "GET IGUser/content_publishing_limit",
  "GET IGUser/media",
  "GET IGUser/stories",
  "GET IGUser",
  "GET IGMedia",
  "GET IGMedia/insights",
  "GET IGMedia/comments",
  "POST IGMedia/comments",
  "GET User/accounts",
  "GET User/permissions",
  "DELETE User/permissions",
  "GET User/businesses",
  ...Object.keys(BESIDE_THE_CONTRACT),
] as const;

let stage: Stage;
let calls: readonly Called[] = [];
before(async () => {
  stage = await openStage();
  calls = await play();
});
after(() => stage[Symbol.asyncDispose]());

test("the script calls every operation that is checked against the contract", () => {
  const made = new Set(calls.map(({ operation }) => operation));
  assert.deepEqual(
    OPERATIONS.filter((operation) => !made.has(operation)),
    [],
  );
});

test("every request is one of the contract, or of those that it is known to leave out", { skip }, (context) => {
  const contract = openContract();
  const unknown = calls.filter(({ operation }) => !contract.has(operation) && BESIDE_THE_CONTRACT[operation] === undefined);
  assert.deepEqual([...new Set(unknown.map(({ operation }) => operation))], []);
  const checked = new Set(calls.map(({ operation }) => operation).filter((operation) => contract.has(operation)));
  context.diagnostic(`${checked.size} paths and ${calls.length} requests held against the contract`);
});

for (const operation of OPERATIONS.filter((name) => BESIDE_THE_CONTRACT[name] === undefined)) {
  test(`${operation}: every parameter, its type and every field are in the contract`, { skip }, () => {
    const contract = openContract();
    for (const call of calls) if (call.operation === operation) contract.check(call);
  });
}

/** One request, by what it is for. */
interface Called {
  /** `POST IGUser/media`: the method, the node and the edge. */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Everything that the connector does. */
async function play(): Promise<readonly Called[]> {
  const { account, files } = stage;
  const deliver = (fields: Parameters<typeof aPost>[0]) => drive(stage, delivery(stage, aPost(fields)));
  const options = { collab: "flourmill", location: { id: "1063" }, trialReel: "MANUAL", shareToFeed: true };
  const { trialReel: _trialReel, ...plain } = options;
  const image = await deliver({ alt: "Bread", media: [await files.image()], options: plain });
  const remoteId = image.kind === "published" ? image.remoteId : assert.fail();
  await deliver({ type: "SLIDES", alt: "Bread", media: [await files.image(), files.video()], options: plain });
  await deliver({ type: "REEL", media: [files.video()], options });
  stage.fault({ method: "POST", path: /media_publish$/, act: "cut" });
  await deliver({ type: "STORY", asStory: true, media: [await files.image(), files.video()] });
  stage.fault({ method: "POST", path: /media_publish$/, act: "cut" });
  await deliver({ media: [await files.image()] });
  stage.fault({ method: "POST", path: /media_publish$/, act: { status: 400, body: refusal(24, 2207006) } });
  await deliver({ media: [await files.image()] });
  const order = { key: "c", dueAt: stage.now(), text: "A comment", remoteId };
  const checkpoint = memoryCheckpoint();
  stage.fault({ method: "POST", path: /comments$/, act: "cut" });
  await instagram.comment?.(order, account, stage.call(checkpoint));
  await instagram.findComment?.(order, account, stage.call(checkpoint));
  await instagram.counts?.([remoteId], account, stage.call());
  const grant = await granted(stage, instagramLogIn, { name: "Corner Bakery" });
  await instagramLogIn.accounts(grant, stage.logInCall());
  stage.pass(86_400);
  await instagramLogIn.renew?.(grant, stage.logInCall());
  await playFacebook();
  const accounts = (await stage.world.objects.list("account")).map(({ id }) => id);
  const containers = (await stage.world.objects.list("container", { limit: 1000 })).map(({ id }) => id);
  return stage.exchanges.map(({ request }) => calledIn(request, { accounts, containers }));
}

async function playFacebook(): Promise<void> {
  await granted(stage, byFacebook, { name: "Robin Baker" });
  const pages = (await stage.facebook.objects.list("account")).map(({ id }) => id);
  const grant = await granted(stage, byFacebook, { name: "Robin Baker", accounts: pages });
  const listed = await byFacebook.accounts(grant, stage.logInCall());
  const [first] = listed.kind === "listed" ? listed.accounts : [];
  assert.ok(first);
  const account = anAccount({ ...first, grant: { ...grant, clientId: "sandbox" } });
  const { accessToken } = Object(account.credentials);
  await instagram.connect({ accessToken, userId: account.remoteId }, stage.call());
  const own = { ...stage, account };
  await drive(own, delivery(own, aPost({ type: "REEL", media: [stage.files.video()] })));
  stage.fault({ method: "POST", path: /media_publish$/, act: "cut" });
  await drive(own, delivery(own, aPost({ media: [await stage.files.image()] })));
  await byFacebook.revoke?.(grant, stage.logInCall());
}

function calledIn(request: CallRequest, ids: { readonly accounts: readonly string[]; readonly containers: readonly string[] }): Called {
  const url = new URL(request.url);
  const path = url.pathname.replace(/^\/sandbox\/(instagram|facebook)\//, "").replace(/^(login|upload)\//, "");
  const sent = typeof request.body === "string" ? new URLSearchParams(request.body) : [];
  const parameters = Object.fromEntries([...url.searchParams, ...sent]);
  return { operation: `${request.method} ${nameOf(path.replace(/^v\d+\.\d+\//, ""), ids)}`, parameters };
}

function nameOf(
  path: string,
  { accounts, containers }: { readonly accounts: readonly string[]; readonly containers: readonly string[] },
): string {
  const [id = "", edge] = path.split("/");
  if (id === "ig-api-upload") return id;
  if (id === "me" && edge !== undefined) return `User/${edge}`;
  if (edge === "permissions") return "User/permissions";
  if (!/^\d+$/.test(id)) return path;
  if (containers.includes(id)) return "Container";
  const node = accounts.includes(id) ? "IGUser" : "IGMedia";
  return edge === undefined ? node : `${node}/${edge}`;
}

const Parameter = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
const Api = z.object({
  method: z.string(),
  endpoint: z.string().optional(),
  name: z.string().optional(),
  return: z.string().optional(),
  params: z.array(Parameter),
});
const Node = z.object({ apis: z.array(Api), fields: z.array(z.object({ name: z.string() })) });
const Enums = z.array(z.object({ name: z.string(), values: z.array(z.unknown()).default([]) }));

function openContract() {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
  const nodeOf = (name: string) => (existsSync(join(folder, `${name}.json`)) ? Node.parse(read(name)) : null);
  const enums = Enums.parse(read("enum_types"));
  const apiOf = (operation: string) => {
    const [method = "", target = ""] = operation.split(" ");
    const [node = "", edge] = target.split("/");
    return nodeOf(node)?.apis.find((api) => api.method === method && (edge === undefined ? api.name === "#get" : api.endpoint === edge));
  };
  return {
    has: (operation: string) => apiOf(operation) !== undefined,
    check({ operation, parameters }: Called) {
      const api = apiOf(operation) ?? assert.fail(`${operation} is not in the contract`);
      for (const { name, required } of api.params) assert.ok(!required || parameters[name] !== undefined, `${operation} needs ${name}`);
      for (const [name, value] of Object.entries(parameters)) {
        if (OF_EVERY_CALL.includes(name)) continue;
        const known = api.params.find((param) => param.name === name) ?? assert.fail(`${operation} has no parameter ${name}`);
        const isEnum = (type: string) => enums.find((values) => values.name === type)?.values;
        assert.ok(isOfType(value, known.type, isEnum), `${operation}: ${name}=${value} is no ${known.type}`);
      }
      const returned = api.return ?? operation.split(" ")[1]?.split("/")[0] ?? "";
      const fields = [...(nodeOf(returned)?.fields.map(({ name }) => name) ?? []), "id", ...(FIELDS_BESIDE[returned] ?? [])];
      for (const field of (parameters.fields ?? "").replace(/[{(][^})]*[})]/g, "").split(",")) {
        assert.ok(field === "" || fields.includes(field), `${returned} has no field ${field}`);
      }
    },
  };
}

/** Whether the text of a form or query is a value of one of the contract's types. */
function isOfType(value: string, type: string, valuesOf: (type: string) => readonly unknown[] | undefined): boolean {
  if (type === "string" || type === "Object") return true;
  if (type === "bool") return value === "true" || value === "false";
  if (type === "unsigned int" || type === "int") return /^\d+$/.test(value);
  if (type === "map") return z.record(z.string(), z.unknown()).safeParse(JSON.parse(value)).success;
  const element = /^list<(.*)>$/.exec(type)?.[1];
  if (element === undefined) return valuesOf(type)?.includes(value) === true;
  const items = value.startsWith("[") ? z.array(z.string()).parse(JSON.parse(value)) : value.split(",");
  return items.every((item) => isOfType(item, element, valuesOf));
}
