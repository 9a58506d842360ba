import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after, before, test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { serveTls, type TestServer } from "../../ground/net/testing/servers.ts";
import { aSignedIn, type Program, programOf, REDIRECT_URI, type SignedIn } from "../../testing/program.ts";
import { openStage } from "../../testing/stage.ts";
import { isDocumentId } from "./documents.ts";

/** A site that serves client metadata documents, at an address the operator has allowed. */
const stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
after(() => stage[Symbol.asyncDispose]());

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let site: TestServer;
let answer: Answer = (_request, response) => response.end();
let reads = 0;
let person: SignedIn;

before(async () => {
  const secure = await serveTls("127.0.0.1", (request, response) => {
    reads += 1;
    answer(request, response);
  });
  setDefaultCACertificates([...getCACertificates(), secure.cert]);
  site = secure;
  person = await aSignedIn(stage);
});
after(() => site[Symbol.asyncDispose]());

const addressOf = (path: string) => `${site.origin}${path}`;

/** The site answers every path with a document whose client id is that URL. */
function describes(change: Readonly<Record<string, unknown>> = {}, headers: Readonly<Record<string, string>> = {}): void {
  answer = (request, response) => {
    const document = { client_id: addressOf(request.url ?? ""), client_name: "Kitchen", redirect_uris: [REDIRECT_URI], ...change };
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(document));
  };
}

let pages = 0;
function aDescribed(): Program {
  pages += 1;
  return programOf(stage, addressOf(`/clients/${pages}.json`));
}

test("A client whose id is the URL of a document is authorized as the document says, showing the host that vouches for it", async () => {
  describes();
  const program = aDescribed();
  const page = await person.visitor.get(program.request().path);
  assert.match(page.text, new RegExp(`Claims to be Kitchen According to a page at 127\\.0\\.0\\.1:${site.port} `));
  const tokens = await program.connect(person);
  assert.equal((await program.refresh(tokens.refresh_token)).status, 200);
  assert.match((await person.visitor.get("/account")).text, new RegExp(`Kitchen Published by 127\\.0\\.0\\.1:${site.port}`));
});

test("A document is cached for an hour unless it says otherwise, and then fetched again", async () => {
  describes();
  const program = aDescribed();
  const ask = async () => (await person.visitor.get(program.request().path)).status;
  reads = 0;
  assert.deepEqual([await ask(), await ask(), reads], [200, 200, 1]);
  stage.pass(3600);
  describes({ redirect_uris: ["https://elsewhere.example/"] }, { "cache-control": "public, max-age=999999999" });
  assert.deepEqual([await ask(), reads], [400, 2]);
  stage.pass(86_399);
  describes();
  assert.deepEqual([await ask(), reads], [400, 2]);
  stage.pass(1);
  assert.deepEqual([await ask(), reads], [200, 3]);
});

test("Visitors who are not signed in trigger no fetch", async () => {
  reads = 0;
  await fetch(`${stage.url}${aDescribed().request().path}`, { redirect: "manual" });
  assert.equal(reads, 0);
});

const wrongDocuments: readonly [string, Record<string, unknown>][] = [
  ["is about another client", { client_id: "https://other.example/client.json" }],
  ["lacks its own address", { client_id: undefined }],
  ["sends answers to a script", { redirect_uris: ["javascript:alert(1)"] }],
  ["names no redirect address", { redirect_uris: undefined }],
  ["wants to authenticate with a secret", { token_endpoint_auth_method: "client_secret_post" }],
  ["wants to authenticate with a key", { token_endpoint_auth_method: "private_key_jwt" }],
  ["is larger than sixteen KiB", { x: "x".repeat(20_000) }],
];
for (const [what, change] of wrongDocuments) {
  test(`A document that ${what} is rejected`, async () => {
    describes(change);
    const reply = await person.visitor.get(aDescribed().request().path);
    assert.deepEqual([reply.status, reply.location], [400, null]);
  });
}

const wrongAnswers: readonly [string, Answer][] = [
  ["is not there", (_request, response) => response.writeHead(404).end("{}")],
  ["is not JSON", (_request, response) => response.end("<html>")],
  ["is a word", (_request, response) => response.end('"client"')],
  ["redirects elsewhere", (request, response) => response.writeHead(302, { location: `${request.url}/moved` }).end()],
  ["never comes", (request) => request.socket.destroy()],
];
for (const [what, wrong] of wrongAnswers) {
  test(`A document that ${what} is rejected, and nothing of the response is shown`, async () => {
    answer = wrong;
    const reply = await person.visitor.get(aDescribed().request().path);
    assert.deepEqual([reply.status, reply.location], [400, null]);
    assert.match(reply.text, /^This app cannot be connected The app’s description (could not be read|is not valid)\.$/);
  });
}

test("A document at a private address is not fetched unless the operator has allowed it", async () => {
  await using closed = await openStage();
  const other = await aSignedIn(closed);
  describes();
  reads = 0;
  for (const id of [addressOf("/client.json"), "https://localhost/client.json", "https://169.254.169.254/client.json", "https://[::1]/x"]) {
    const reply = await other.visitor.get(programOf(closed, id).request().path);
    assert.deepEqual([reply.status, reply.text], [400, "This app cannot be connected The app’s description could not be read."], id);
  }
  assert.equal(reads, 0);
});

test("A user can trigger sixty document fetches an hour", async () => {
  const busy = await aSignedIn(stage);
  describes();
  const replies = [];
  for (let n = 0; n < 62; n += 1) replies.push((await busy.visitor.get(aDescribed().request().path)).status);
  assert.equal(replies.filter((status) => status === 200).length, BOUNDS.programDocuments.most);
});

test("Only normalized https URLs with a path are document ids", () => {
  assert.equal(isDocumentId("https://chat.example/oauth/client.json"), true);
  for (const id of [
    "https://chat.example",
    "https://chat.example/",
    "http://chat.example/client.json",
    "https://chat.example/a/../client.json",
    "https://CHAT.example/client.json",
    "https://chat.example/client.json#x",
    "https://user@chat.example/client.json",
    "https://chat.example:443/client.json",
    `https://chat.example/${"x".repeat(512)}`,
    "rcl_abc",
  ]) {
    assert.equal(isDocumentId(id), false, id);
  }
});
