import { createHmac, randomBytes } from "node:crypto";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { createNet } from "../../server/src/ground/net/index.ts";
import type { Net } from "../../server/src/ground/net/net.ts";
import { connectedAccount } from "../../server/src/networks/bluesky/connector/testing/ground.ts";
import type { Call, Checkpoint } from "../../server/src/networks/connectors/connector.ts";
import type { Json } from "../../server/src/networks/connectors/json.ts";
import { aCall, memoryCheckpoint } from "../../server/src/networks/connectors/testing/call.ts";
import type { RunningPds } from "./start.ts";

/** Sends a request to a server as any client would. */
export async function ask(
  address: string,
  method: string,
  request: { token?: string; json?: unknown; query?: Record<string, string> } = {},
) {
  const { token, json, query = {} } = request;
  const reply = await fetch(`${address}/xrpc/${method}?${new URLSearchParams(query)}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? null : JSON.parse(text) };
}

/**
 * A new account with an app password, and a channel connected to it. `through` is the URL at which the connector finds the
 * server.
 */
export async function aChannel(pds: RunningPds, net: Net, through = pds.address) {
  const handle = `baker-${randomBytes(4).toString("hex")}.test`;
  const password = randomBytes(12).toString("hex");
  const { body: owner } = await ask(pds.address, "com.atproto.server.createAccount", {
    json: { email: `${handle}@mail.test`, handle, password },
  });
  const { body: app } = await ask(pds.address, "com.atproto.server.createAppPassword", {
    token: owner.accessJwt,
    json: { name: "rostrum" },
  });
  const given = { service: "https://bsky.social", identifier: handle, appPassword: app.password };
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call =>
    aCall({ net, now: () => fromEpochMilliseconds(Date.now()), checkpoint, baseUrl: through });
  const account = await connectedAccount(given, call());
  return {
    account,
    call,
    handle,
    ownerToken: String(owner.accessJwt),
    /** The posts on the server, in key order. */
    async posts() {
      const query = { repo: account.remoteId, collection: "app.bsky.feed.post", reverse: "true" };
      const { body } = await ask(pds.address, "com.atproto.repo.listRecords", { query });
      const records: { uri: string; cid: string; value: Record<string, Json> }[] = body.records;
      return records;
    },
  };
}

export function netTo(...origins: readonly string[]): Net {
  return createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: origins, userAgent: "rostrum-test" });
}

/** The same token, but expired an hour ago, signed with the server's own secret. */
export function runOut(token: string, jwtSecret: string): string {
  const [header = "", claims = ""] = token.split(".");
  const past = Math.floor(Date.now() / 1000) - 3600;
  const old = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), iat: past - 7200, exp: past };
  const signed = `${header}.${Buffer.from(JSON.stringify(old)).toString("base64url")}`;
  return `${signed}.${createHmac("sha256", jwtSecret).update(signed).digest("base64url")}`;
}
