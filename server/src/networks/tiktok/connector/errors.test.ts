import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PublishOutcome } from "../../connectors/connector.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPhotoPost, aVideoPost, bodies, deliver, INIT, openStage, refusal, STATUS, type Stage } from "./testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const CREATOR = { path: /\/creator_info\// } as const;
const VIDEO = { path: /\/video\/init\// } as const;

type Expected = Readonly<Record<string, unknown>> & { readonly kind: PublishOutcome["kind"]; readonly words?: RegExp };

const TABLE: readonly (readonly [name: string, act: FaultAct, expected: Expected])[] = [
  ["spam_risk_too_many_posts", refusal(200, "spam_risk_too_many_posts"), { kind: "held", scope: "channel", retryAfterSeconds: 21_600 }],
  [
    "spam_risk_too_many_pending_share",
    refusal(403, "spam_risk_too_many_pending_share"),
    { kind: "held", scope: "channel", retryAfterSeconds: 21_600, words: /Publish or delete the drafts that wait in the TikTok app\.$/ },
  ],
  [
    "reached_active_user_cap",
    refusal(200, "reached_active_user_cap"),
    { kind: "held", scope: "application", retryAfterSeconds: 86_400, words: /the operator can ask TikTok for more\.$/ },
  ],
  ["spam_risk_user_banned_from_posting", refusal(403, "spam_risk_user_banned_from_posting"), { kind: "unauthorized", scope: undefined }],
  [
    "access_token_invalid",
    refusal(401, "access_token_invalid"),
    { kind: "unauthorized", scope: "grant", words: /Log in to TikTok again\.$/ },
  ],
  ["scope_not_authorized", refusal(401, "scope_not_authorized"), { kind: "unauthorized", scope: "grant", words: /allow everything/ }],
  ["scope_permission_missed", refusal(401, "scope_permission_missed"), { kind: "unauthorized", scope: "grant" }],
  ["spam_risk", refusal(403, "spam_risk"), { kind: "rejected", reason: "TikTok: No (spam_risk, log 20261122)" }],
  ["spam_risk_text", refusal(403, "spam_risk_text"), { kind: "rejected" }],
  ["invalid_params", refusal(400, "invalid_params", "The chunk size is invalid"), { kind: "rejected", words: /The chunk size is invalid/ }],
  ["app_version_check_failed", refusal(400, "app_version_check_failed"), { kind: "rejected", words: /31\.8 or newer\.$/ }],
  [
    "unaudited_client_can_only_post_to_private_accounts",
    refusal(403, "unaudited_client_can_only_post_to_private_accounts"),
    { kind: "rejected", words: /not audited the application yet.*set to private in the TikTok app\.$/ },
  ],
  ["rate_limit_exceeded", refusal(429, "rate_limit_exceeded"), { kind: "busy", scope: "channel", retryAfterSeconds: 60 }],
  [
    "rate_limit_exceeded with a time",
    { ...refusal(429, "rate_limit_exceeded"), headers: { "retry-after": "90" } },
    { kind: "busy", scope: "channel", retryAfterSeconds: 90 },
  ],
  [
    "a page of a proxy",
    { status: 403, body: "<html>" },
    { kind: "busy", retryAfterSeconds: 300, reason: "TikTok answered with status 403" },
  ],
];

for (const [name, act, { words, ...expected }] of TABLE) {
  test(`${name}: ${expected.kind}`, async () => {
    for (const call of [CREATOR, VIDEO]) {
      stage.fault({ ...call, act });
      const outcome = await deliver(stage, aVideoPost(stage)).publish();
      const fields = Object.fromEntries(Object.keys(expected).map((key) => [key, (outcome as Readonly<Record<string, unknown>>)[key]]));
      assert.deepEqual(fields, expected, JSON.stringify(outcome));
      if (words !== undefined) assert.match("reason" in outcome ? outcome.reason : "", words);
    }
  });
}

test("an outage before anything was ordered is waited out", async () => {
  for (const act of ["drop", refusal(500, "internal_error"), refusal(200, "internal_error")] satisfies FaultAct[]) {
    stage.fault({ ...CREATOR, act });
    const outcome = await deliver(stage, aVideoPost(stage)).publish();
    assert.ok(outcome.kind === "busy" && outcome.retryAfterSeconds === 60, JSON.stringify(outcome));
  }
});

test("a choice that ends between the question and the order is asked about once more, then refused", async () => {
  const mismatch = refusal(403, "privacy_level_option_mismatch");
  const once = deliver(stage, aVideoPost(stage));
  stage.fault({ ...VIDEO, act: mismatch });
  assert.equal((await once.toEnd()).kind, "published");
  assert.deepEqual(once.path.slice(0, 2), ["busy", "pending"]);
  const twice = deliver(stage, aVideoPost(stage));
  stage.fault({ ...VIDEO, act: mismatch, times: 2 });
  const outcome = await twice.toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /Choose who may see posts of this channel\.$/);
});

test("photos from an address that is not verified are refused with what the operator has to do", async () => {
  await stage.settings({ verified_prefixes: ["https://elsewhere.example/"] });
  const outcome = await deliver(stage, await aPhotoPost(stage)).toEnd();
  await stage.settings({});
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /url_ownership_unverified.*verify the address of this service there \(\/help\/networks\/tiktok\)\.$/);
});

test("bytes go nowhere but to TikTok", async () => {
  const data = (upload_url: string) => ({
    data: { publish_id: "v_pub_file~1", upload_url },
    error: { code: "ok", message: "", log_id: "" },
  });
  for (const url of ["https://tiktokapis.com.example/video", "http://open-upload.tiktokapis.com/video", "file:///etc/passwd", "nowhere"]) {
    stage.fault({ ...VIDEO, act: { status: 200, body: data(url) } });
    stage.exchanges.length = 0;
    const outcome = await deliver(stage, aVideoPost(stage)).toEnd();
    assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
    assert.match(outcome.reason, /not one of TikTok's/);
    assert.ok(stage.exchanges.every(({ request }) => request.method !== "PUT"));
  }
});

const FAILURES: readonly (readonly [reason: string, words: RegExp])[] = [
  ["file_format_check_failed", /does not take the format of this file \(file_format_check_failed\)\.$/],
  ["frame_rate_check_failed", /23 to 60 frames a second/],
  ["picture_size_check_failed", /a picture of this size/],
  ["publish_cancelled", /somebody cancelled it/],
  ["spam_risk_text", /took the text for spam/],
  ["something_new", /TikTok did not publish it: something_new\.$/],
];
for (const [reason, words] of FAILURES) {
  test(`processing that fails with ${reason} ends the post`, async () => {
    await stage.settings({ fail_reason: reason, everything_fails: true });
    stage.exchanges.length = 0;
    const outcome = await deliver(stage, aVideoPost(stage)).toEnd();
    await stage.settings({});
    assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
    assert.match(outcome.reason, words);
    assert.equal(bodies(stage, INIT).length, 1);
  });
}

test("processing that failed while the attempt was cut off ends the post as well, and nothing is ordered anew", async () => {
  await stage.settings({ fail_reason: "publish_cancelled", everything_fails: true });
  stage.exchanges.length = 0;
  const delivery = deliver(stage, aVideoPost(stage));
  assert.equal((await delivery.publish()).kind, "pending");
  stage.pass(600);
  const outcome = await delivery.toEnd("find");
  await stage.settings({});
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /somebody cancelled it/);
  assert.equal(bodies(stage, INIT).length, 1);
});

for (const [reason, orders] of [
  ["internal", 2],
  ["photo_pull_failed", 3],
  ["spam_risk_too_many_posts", 4],
] as const) {
  test(`what fails with ${reason} is ordered ${orders} times in all`, async () => {
    await stage.settings({ fail_reason: reason, everything_fails: true });
    stage.exchanges.length = 0;
    const outcome = await deliver(stage, await aPhotoPost(stage, { text: `Fails with ${reason}` })).toEnd();
    await stage.settings({});
    assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
    assert.equal(bodies(stage, INIT).length, orders);
  });
}

test("an order that failed because of the access of the time says nothing of today's: another one is made, once", async () => {
  for (const reason of ["auth_removed", "spam_risk_user_banned_from_posting"]) {
    const delivery = deliver(stage, aVideoPost(stage, { text: `After ${reason}` }));
    await delivery.publish();
    stage.pass(5);
    const failed = { data: { status: "FAILED", fail_reason: reason }, error: { code: "ok", message: "", log_id: "" } };
    stage.fault({ path: STATUS, act: { status: 200, body: failed } });
    assert.equal((await delivery.publish()).kind, "lost");
    assert.equal((await delivery.toEnd()).kind, "published");
    await stage.settings({ fail_reason: reason, everything_fails: true });
    stage.exchanges.length = 0;
    const outcome = await deliver(stage, aVideoPost(stage, { text: `Always ${reason}` })).toEnd();
    await stage.settings({});
    assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
    assert.equal(bodies(stage, INIT).length, 2);
  }
});

test("after a fault of TikTok's own, nothing is sent while several posts in the list may be the one", async () => {
  await deliver(stage, aVideoPost(stage, { text: "Which?" })).toEnd();
  const delivery = deliver(stage, aVideoPost(stage, { text: "Which?" }));
  await delivery.publish();
  stage.pass(5);
  const failed = { data: { status: "FAILED", fail_reason: "internal" }, error: { code: "ok", message: "", log_id: "" } };
  stage.exchanges.length = 0;
  stage.fault({ path: STATUS, act: { status: 200, body: failed } });
  const outcome = await delivery.publish();
  assert.ok(outcome.kind === "pending", JSON.stringify(outcome));
  assert.equal(outcome.live, "maybe");
  assert.equal(bodies(stage, INIT).length, 0);
});

test("a fault of TikTok's own is looked into before the repeat: what is in the list was published", async () => {
  const delivery = deliver(stage, aVideoPost(stage, { text: "Twice?" }));
  await delivery.publish();
  stage.pass(5);
  const failed = { data: { status: "FAILED", fail_reason: "internal" }, error: { code: "ok", message: "", log_id: "" } };
  stage.fault({ path: STATUS, act: { status: 200, body: failed } });
  const outcome = await delivery.publish();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal((await stage.seen()).filter(({ text }) => text === "Twice?").length, 1);
});
