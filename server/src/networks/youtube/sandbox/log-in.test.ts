import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { consent, exchangeOf, tokenCall } from "../../sandbox/google/testing/consent.ts";
import { youtubeSandbox } from "./index.ts";
import { itemsIn, openStage, recordOf, refusalIn, SCOPE_NAMES, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const titleFor = async (token: string) => {
  const [channel] = itemsIn(await stage.ask("GET", "/channels?part=snippet&mine=true", { token }));
  return recordOf(channel?.snippet).title;
};
/** The choices on the page, by what they are called. */
const choices = async () => {
  const query = new URLSearchParams({ client_id: "sandbox", redirect_uri: "http://127.0.0.1:9/", scope: SCOPE_NAMES.join(" ") });
  const text = await (await fetch(`${stage.world.baseUrl}/accounts/o/oauth2/v2/auth?${query}`)).text();
  return new Map([...text.matchAll(/value="([\w-]+)"(?: checked)?> <span>([^<]+)</g)].map(([, id = "", name = ""]) => [name, id]));
};

test("a person chooses one channel, their own or a brand's, and the token is that channel's", async () => {
  assert.equal(await titleFor(await stage.tokenOf({ name: "Ada" })), "Ada");
  const page = await choices();
  const names = ["Corner Bakery (@cornerbakery)", "Ada (@ada)", "Ada Live (@adalive, brand account)", "Sam Private (no channel)"];
  assert.deepEqual([...page.keys()].sort(), names.sort());
  const person = page.get("Ada Live (@adalive, brand account)") ?? "";
  assert.equal(await titleFor(await stage.tokenOf({ person })), "Ada Live");
});

test("both channels of a person are one Google account to openid", async () => {
  await stage.tokenOf({ name: "Ada" });
  const page = await choices();
  const subs = ["Ada (@ada)", "Ada Live (@adalive, brand account)"].map(async (name) => {
    const target = await consent(stage.world, { scopes: SCOPE_NAMES, who: { person: page.get(name) ?? "" } });
    const { id_token } = z.object({ id_token: z.string() }).parse((await exchangeOf(stage.world, target)).body);
    return recordOf(JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString())).sub;
  });
  const [first, second] = await Promise.all(subs);
  assert.equal(first, second);
  assert.match(String(first), /^\d{21}$/);
});

test("pasted credentials belong to the same channel as a log-in by that name", async () => {
  const { accessToken = "", refreshToken = "" } = (await youtubeSandbox.account("Corner Bakery", stage.world)).credentials;
  const [channel] = itemsIn(await stage.ask("GET", "/channels?part=id&mine=true", { token: accessToken }));
  assert.equal(channel?.id, stage.channelId);
  assert.equal((await tokenCall(stage.world, { grant_type: "refresh_token", refresh_token: refreshToken })).status, 200);
});

test("names that have no Latin letters keep their channels apart", async () => {
  const ids = ["日本", "中国", "日本"].map(async (name) => {
    const { accessToken = "" } = (await youtubeSandbox.account(name, stage.world)).credentials;
    return itemsIn(await stage.ask("GET", "/channels?part=id&mine=true", { token: accessToken }))[0]?.id;
  });
  const [first, second, again] = await Promise.all(ids);
  assert.notEqual(first, second);
  assert.equal(first, again);
});

test("calls without a token, with one that has ended, and after access was taken back are refused", async () => {
  const ask = async (token: string | null) => refusalIn(await stage.ask("GET", "/channels?part=id&mine=true", { token }));
  assert.deepEqual(await ask(null), [401, "required"]);
  await stage.fault("token-ended");
  assert.deepEqual(await ask(stage.token), [401, "authError"]);
  const renewed = await tokenCall(stage.world, { grant_type: "refresh_token", refresh_token: stage.refreshToken });
  assert.equal(await titleFor(String(renewed.body.access_token)), "Corner Bakery");
  await stage.fault("access-revoked");
  assert.deepEqual(await ask(String(renewed.body.access_token)), [401, "authError"]);
  const over = await tokenCall(stage.world, { grant_type: "refresh_token", refresh_token: stage.refreshToken });
  assert.deepEqual([over.status, over.body.error], [400, "invalid_grant"]);
});
