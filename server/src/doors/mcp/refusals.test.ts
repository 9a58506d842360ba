import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { camelCase } from "@rostrum/contract/operation.ts";
import { tools } from "@rostrum/contract/tools/table.ts";
import type { Tool } from "@rostrum/contract/tools/tool.ts";
import { aPerson, aPlace, aPost, must, type Person, type Place } from "../../testing/builders.ts";
import { ABSENT_ID, domain, withoutIds } from "../../testing/refusals.ts";
import { ADMIN_TOKEN, openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { aToolToken } from "../../testing/tool-token.ts";
import { type WatchedRows, watchRows } from "../../testing/watched-rows.ts";

/** Every tool with every kind of token. Nothing that is refused stores anything. */
let stage: Stage;
let place: Place;
let ids: Readonly<Record<string, number>>;
let written: WatchedRows;
const tokens = new Map<string, string>();
const strangeTokens = new Map<string, readonly [authorization: string | null, sentence: string]>();

const NONE = "Sign in first: the request has no Authorization: Bearer token.";
const NOT_VALID = "The token is not valid here or has expired. Sign in again.";
const API_KEY =
  "This is an API key for the REST API. The tool server needs a sign-in token: connect without a key and sign in, or run `rostrum mcp` with the key.";

before(async () => {
  stage = await openStage();
  const former = await aPerson(stage);
  const expired = await aToolToken(stage.app, former.email);
  stage.pass(3600);
  const ended = await aToolToken(stage.app, former.email);
  await must(stage.admin("POST", "/users/password", { user: former.email, password: "correct horse" }));
  strangeTokens.set("no token", [null, NONE]);
  strangeTokens.set("another scheme", [`Basic ${btoa(`ada:${former.key}`)}`, NONE]);
  strangeTokens.set("an API key", [`Bearer ${former.key}`, API_KEY]);
  strangeTokens.set("the admin token", [`Bearer ${ADMIN_TOKEN}`, NOT_VALID]);
  strangeTokens.set("a token that nobody has", [`Bearer rtt_${randomBytes(32).toString("base64url")}`, NOT_VALID]);
  strangeTokens.set("a token that has expired", [`Bearer ${expired}`, NOT_VALID]);
  strangeTokens.set("a token of a connection that was ended", [`Bearer ${ended}`, NOT_VALID]);

  place = await aPlace(stage);
  ids = { brandId: place.brandId, collectionId: place.collectionId, postId: await aPost(place, { publishMode: "DRAFT" }) };
  tokens.set("the owner, read-only", await aToolToken(stage.app, place.person.email, "read"));
  tokens.set("a viewer", await aToolToken(stage.app, (await aMember("viewer")).email));
  tokens.set("a stranger", await aToolToken(stage.app, (await aPlace(stage)).person.email));
  tokens.set("a member who was removed", await aToolToken(stage.app, (await aFormerMember()).email));
  // From here on time stands still, so that no app's last use is noted again.
  for (const token of tokens.values()) await callWith(`Bearer ${token}`, toolNamed("get_profile"), {});
  written = await watchRows(stage.app.db);
});
after(() => stage[Symbol.asyncDispose]());

async function aMember(role: string): Promise<Person> {
  const person = await aPerson(stage);
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: person.email, role }));
  return person;
}

async function aFormerMember(): Promise<Person> {
  const person = await aMember("admin");
  await must(stage.admin("DELETE", `/brands/${place.brandId}/members?user=${person.email}`));
  return person;
}

function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  assert.ok(tool, name);
  return tool;
}

/** What the row's path names, as arguments. */
function argumentsOf({ row }: Tool, named: Readonly<Record<string, number>>): Record<string, number> {
  const parts = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => camelCase(part));
  return Object.fromEntries(parts.map((part) => [part, named[part] ?? ABSENT_ID]));
}

async function callWith(authorization: string | null, tool: Tool, given: Readonly<Record<string, unknown>>): Promise<Reply> {
  const response = await fetch(`${stage.url}/mcp`, {
    method: "POST",
    headers: {
      ...(authorization === null ? {} : { authorization }),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: given } }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.startsWith("text/event-stream") ? (/^data: (.*)$/m.exec(text)?.[1] ?? "") : text;
  return { status: response.status, headers: response.headers, body: JSON.parse(json) };
}

async function resultFor(caller: string, tool: Tool, named: Readonly<Record<string, number>>) {
  const { status, body } = await callWith(`Bearer ${tokens.get(caller)}`, tool, argumentsOf(tool, named));
  assert.equal(status, 200, JSON.stringify(body));
  return body.result;
}

for (const tool of tools) {
  test(`${tool.name} refuses what is not a valid token with 401 and the reason, and stores nothing`, async () => {
    for (const [what, [authorization, sentence]] of strangeTokens) {
      const { status, headers, body } = await callWith(authorization, tool, argumentsOf(tool, ids));
      const error = { code: -32000, message: sentence, data: domain("authorization", sentence) };
      assert.deepEqual([status, body], [401, { jsonrpc: "2.0", id: null, error }], what);
      assert.match(headers.get("www-authenticate") ?? "", /^Bearer .*resource_metadata=/, what);
      assert.deepEqual(await written.take(), [], what);
    }
  });

  if (tool.row.method !== "GET") {
    test(`${tool.name} refuses an app that may only read, and stores nothing`, async () => {
      const { isError, structuredContent } = await resultFor("the owner, read-only", tool, ids);
      const scope = "This connection is read-only: the user did not allow it to make changes.";
      assert.deepEqual([isError, structuredContent.httpStatus, structuredContent.errors], [true, 403, { scope }]);
      assert.deepEqual(await written.take(), []);
    });
  }

  const { foreignBrand } = tool.row;
  if (foreignBrand === undefined) continue;

  test(`${tool.name} answers for a brand of others exactly as for one that does not exist, and stores nothing`, async () => {
    for (const caller of ["a stranger", "a member who was removed"]) {
      const foreign = await resultFor(caller, tool, ids);
      assert.deepEqual([foreign.isError, foreign.structuredContent.httpStatus], [true, foreignBrand], caller);
      const known = [...Object.values(ids), ABSENT_ID];
      assert.deepEqual(withoutIds(foreign, known), withoutIds(await resultFor(caller, tool, {}), known), caller);
      assert.deepEqual(await written.take(), [], caller);
    }
  });

  if (tool.row.method !== "GET") {
    test(`${tool.name} refuses viewers, and stores nothing`, async () => {
      const { isError, structuredContent } = await resultFor("a viewer", tool, ids);
      const role = "Your role in this brand is viewer, which is read-only.";
      assert.deepEqual([isError, structuredContent.httpStatus, structuredContent.errors], [true, 403, { role }]);
      assert.deepEqual(await written.take(), []);
    });
  }
}
