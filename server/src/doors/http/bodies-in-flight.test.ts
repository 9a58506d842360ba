import assert from "node:assert/strict";
import { type ClientRequest, request } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolToken } from "../../testing/tool-token.ts";

const MEBIBYTE = 1024 ** 2;

let stage: Stage;
let place: Place;
let path: string;
before(async () => {
  stage = await openStage();
});
/** What one test leaves on its way must not take the next one's room. */
beforeEach(async () => {
  place = await aPlace(stage);
  path = `/v1/brands/${place.brandId}/collections/${place.collectionId}/posts`;
});
after(() => stage[Symbol.asyncDispose]());

/** Requests whose bodies begin and never end. They are cut off when the test is over. */
function unfinished(count: number, url: string, headers: Readonly<Record<string, string>>): Disposable {
  const sent: ClientRequest[] = [];
  for (let number = 0; number < count; number += 1) {
    const outgoing = request(`${stage.url}${url}`, { method: "POST", headers: { "content-type": "application/json", ...headers } });
    outgoing.on("error", () => {});
    outgoing.write("{");
    sent.push(outgoing);
  }
  return {
    [Symbol.dispose]: () => {
      for (const outgoing of sent) outgoing.destroy();
    },
  };
}

const DRAFT = { publishMode: "DRAFT", caption: "Rye is back" };

const draft = (key: string) =>
  fetch(`${stage.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(DRAFT),
  });

async function aKey(): Promise<string> {
  return (await must(stage.admin("POST", "/keys", { user: place.person.email, name: "bodies" }))).key;
}

test("one user's bodies on their way are limited, whatever their keys; once some have ended there is room again", async () => {
  const [first, second] = [await aKey(), await aKey()];
  {
    using _ = unfinished(128, path, { authorization: `Bearer ${first}` });
    const refused = await eventually("there is no room", async () => {
      const reply = await draft(second);
      return reply.status === 429 ? reply : null;
    });
    assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/);
    const { message, errors } = (await refused.json()) as { message: string; errors: { rate_limit: string } };
    assert.match(message, /still on its way/);
    assert.equal(errors.rate_limit, message);
    const me = await fetch(`${stage.url}/v1/me`, { headers: { authorization: `Bearer ${second}` } });
    assert.equal(me.status, 200, "a request without a body needs no room");
    const other = await aPlace(stage);
    assert.equal((await other.api("POST", `/collections/${other.collectionId}/posts`, DRAFT)).status, 201, "others have room of their own");
  }
  await eventually("there is room", async () => (await draft(second)).status === 201);
});

test("a length that is announced counts in place of the largest that is accepted", async () => {
  const key = await aKey();
  using _ = unfinished(300, path, { authorization: `Bearer ${key}`, "content-length": "100000" });
  for (let number = 0; number < 20; number += 1) assert.equal((await draft(key)).status, 201);
});

test("tool calls count with the size of a file", async () => {
  const authorization = `Bearer ${await aToolToken(stage.app, place.person.email)}`;
  const call = () =>
    fetch(`${stage.url}/mcp`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
  {
    using _ = unfinished(9, "/mcp", { authorization, "content-length": String(16 * MEBIBYTE) });
    const refused = await eventually("there is no room", async () => {
      const reply = await call();
      return reply.status === 429 ? reply : null;
    });
    const { error } = (await refused.json()) as { error: { data: { errors: { rate_limit: string } } } };
    assert.match(error.data.errors.rate_limit, /still on its way/);
  }
  await eventually("there is room", async () => (await call()).status === 200);
});
