import assert from "node:assert/strict";
import { test } from "node:test";
import type { Net } from "../../../ground/net/net.ts";
import type { InstanceCall } from "./api.ts";
import { homeOf } from "./home.ts";
import { mastodonLogIn } from "./log-in.ts";

const SOCIAL = "https://social.example.com";
const CARD = {
  subject: "acct:baker@example.com",
  links: [
    { rel: "http://webfinger.net/rel/profile-page", type: "text/html", href: `${SOCIAL}/@baker` },
    { rel: "self", type: "application/activity+json", href: `${SOCIAL}/users/baker` },
  ],
};

/** A web on which `example.com` says this of the handle, and its server takes log-ins. */
function aWeb(card: string | null) {
  const asked: string[] = [];
  const net: Pick<Net, "call" | "fetchDocument"> = {
    fetchDocument: async (url) => {
      asked.push(url);
      if (card === null) return { kind: "failed", cause: "status", reason: "404", status: 404 };
      return { kind: "fetched", status: 200, headers: {}, body: new TextEncoder().encode(card), url, permanentUrl: url };
    },
    call: async ({ url }) => {
      asked.push(url);
      if (url !== `${SOCIAL}/api/v1/apps`) return { kind: "answered", status: 404, headers: {}, text: "<html>" };
      return { kind: "answered", status: 200, headers: {}, text: JSON.stringify({ client_id: "c", client_secret: "s" }) };
    },
  };
  const call = { net: net as Net, signal: AbortSignal.timeout(10_000), now: () => "2026-11-21T09:00:00Z", baseUrl: null };
  return { asked, call: call as unknown as InstanceCall };
}

test("a handle whose domain is another one's than its server's leads to the server", async () => {
  const { asked, call } = aWeb(JSON.stringify(CARD));
  assert.equal(await homeOf("@baker@Example.com", call), "social.example.com");
  assert.deepEqual(asked, ["https://example.com/.well-known/webfinger?resource=acct%3Abaker%40example.com"]);
  const request = {
    state: "s",
    redirectUri: "https://rostrum.example/back",
    challenge: "c",
    asked: "baker@example.com",
    publicUrl: "https://rostrum.example",
  };
  const opened = await mastodonLogIn.begin(request, call as Parameters<typeof mastodonLogIn.begin>[1]);
  assert.ok(opened.kind === "open", JSON.stringify(opened));
  assert.equal(new URL(opened.url).host, "social.example.com");
});

test("a host, an address and a handle whose domain says nothing, or nothing that the public can reach, are taken as they are", async () => {
  for (const text of ["example.com", "https://example.com/@baker"]) {
    const { asked, call } = aWeb(JSON.stringify(CARD));
    assert.equal(await homeOf(text, call), "example.com");
    assert.deepEqual(asked, []);
  }
  const inside = { ...CARD, links: [{ rel: "self", type: "application/activity+json", href: "https://10.0.0.1/users/baker" }] };
  for (const card of [null, "<html>", "{}", JSON.stringify(inside)])
    assert.equal(await homeOf("baker@example.com", aWeb(card).call), "example.com");
  assert.equal(await homeOf("baker@localhost", aWeb(null).call), null);
});
