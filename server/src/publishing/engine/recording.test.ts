import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { openAccount } from "../../brands/channels/account.ts";
import { Redactor } from "../../ground/observability/redactor.ts";
import { connectors } from "../../networks/connectors/index.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { neededMedia } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { findEngineChannel } from "./store.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  stage.intercept = null;
});

/** The secret part of the credentials of the channel and its log-in: everything but names and addresses. */
async function secretsOf(channelId: number): Promise<string[]> {
  const channel = await findEngineChannel(stage.app.db, channelId);
  assert.ok(channel);
  const { credentials, grant } = await openAccount(stage.app, channel, new AbortController().signal);
  const names = /token|secret|password|jwt/i;
  const all = Object.entries({ ...Object(credentials), ...Object(grant?.credentials) } as Record<string, unknown>);
  const found = all.filter(([name, value]) => names.test(name) && value !== null);
  assert.ok(found.length > 0, "the channel has no secret to search for");
  return found.map(([, value]) => String(value));
}

/** Everything that the ledger and the explanation hold about a post. */
async function kept(postId: number): Promise<string> {
  const { rows } = await stage.app.db.query(
    "select a.outcome::text, t.calls::text, d.message from attempts a join deliveries d on d.id = a.delivery_id left join attempt_details t on t.attempt_id = a.id where d.post_id = $1",
    [postId],
  );
  return JSON.stringify([rows, await must(stage.admin("GET", `/posts/${postId}/explanation`))]);
}

for (const type of Object.keys(connectors) as ChannelType[]) {
  test(`${type}: the ledger shows what each call sent and received, but never a secret, even if the platform echoes it`, async () => {
    const place = await aPlace(stage, { channels: [type] });
    const [channelId] = place.channelIds as [number];
    const secrets = await secretsOf(channelId);
    let calls = 0;
    stage.intercept = (request, reply) => {
      if (!request.url.startsWith("/sandbox/") || request.method === "GET") return null;
      calls += 1;
      if (calls > 1) return null;
      // An expired token makes connectors sign in again, and the responses contain new secrets.
      return reply.code(400).send({
        ok: false,
        error: "ExpiredToken",
        message: `${request.url} ${request.headers.authorization}`,
        description: `Bad Request: ${secrets.join(" ")} in ${request.url}`,
        token: secrets[0],
        nested: JSON.stringify({ accessToken: secrets[0], headers: request.headers }),
      });
    };
    const ids = [];
    const picture = await neededMedia(stage, place, type);
    for (const caption of ["first", "second"])
      ids.push(await aPost(place, { publishMode: "IMMEDIATE", caption: `${caption} of ${type}`, ...picture }));
    await stage.settle();
    await stage.liveUntil(addSeconds(stage.now(), 600));
    const all = [...secrets, ...(await secretsOf(channelId))];
    for (const id of ids) {
      const text = await kept(id);
      for (const secret of all) {
        for (const spelling of [secret, encodeURIComponent(secret), secret.slice(0, 12)])
          assert.equal(text.includes(spelling), false, text);
      }
    }
    const { deliveries } = await must(stage.admin("GET", `/posts/${ids[1]}/explanation`));
    const { attempts } = deliveries[0];
    const { outcome } = attempts.at(-1);
    assert.equal(outcome === "published" || outcome === "handedOver", true, JSON.stringify(deliveries));
    // In a form, spaces are plus signs.
    const sent = new RegExp(`second[ +]of[ +]${type}`);
    assert.equal(
      attempts
        .flatMap(({ calls }: { calls: unknown[] }) => calls)
        .some((call: { sent: string; status: number }) => sent.test(call.sent) && call.status < 300),
      true,
      JSON.stringify(attempts),
    );
  });
}

test("a call that got no response says so", async () => {
  const place = await aPlace(stage);
  let cut = false;
  stage.intercept = (_request, reply) => {
    if (cut) return null;
    cut = true;
    reply.hijack();
    reply.raw.destroy();
    return reply;
  };
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const { deliveries, summary } = await must(stage.admin("GET", `/posts/${id}/explanation`));
  const [{ status, reason, nextTryAt, attempts }] = deliveries;
  assert.deepEqual(
    [status, reason, summary],
    ["unknown", "outcome_unknown", "The post is being published; its deliveries show the progress."],
  );
  assert.ok(nextTryAt > stage.now());
  assert.deepEqual([attempts[0].calls[0].status, /^lost: /.test(attempts[0].calls[0].reply)], [null, true]);
});

test("a secret truncated at the end of the kept text leaves no fragment", () => {
  const redactor = new Redactor();
  const secret = "abcdefghijklmnopqrstuvwxyz0123456789";
  redactor.hide({ anything: secret, instance: "mastodon.example" });
  for (let length = 60; length < 140; length += 1) {
    const text = `${"x".repeat(length)}${secret} on mastodon.example`;
    for (const max of [30, 35, 100]) assert.doesNotMatch(redactor.clean(text, max), /abcd/);
  }
  assert.equal(redactor.clean("on mastodon.example", 100), "on mastodon.example");
});

test("a field named like a secret is removed, whoever it belongs to", () => {
  const clean = (text: string) => new Redactor().clean(text, 1000);
  assert.equal(clean('{"refreshJwt":"abc","text":"bread"}'), '{"refreshJwt":"[secret]","text":"bread"}');
  assert.equal(clean('{"client_secret": "a\\"b", "n": 1}'), '{"client_secret": "[secret]", "n": 1}');
  assert.equal(clean("grant=x&refresh_token=abc&scope=y"), "grant=x&refresh_token=[secret]&scope=y");
  assert.equal(clean("Bearer abcdefgh12345"), "Bearer [secret]");
  assert.equal(clean("https://here.example/media/eW91.c2ln/bread.jpg"), "https://here.example/media/[secret]/bread.jpg");
  assert.equal(clean("a hook at eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc said"), "a hook at [secret] said");
});

test("the path of a webhook is a secret", () => {
  const redactor = new Redactor();
  redactor.hide({ url: "https://hooks.example/services/T00/B00/XyZ", secret: "s3cr3t!" });
  assert.equal(redactor.clean("POST https://hooks.example/services/T00/B00/XyZ", 200), "POST https://hooks.example/[secret]");
});
