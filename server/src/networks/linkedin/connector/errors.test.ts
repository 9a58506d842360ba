import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { probe } from "./probe.ts";
import { deliver } from "./testing/delivery.ts";
import { aComment } from "./testing/posts.ts";
import { openStage, type Stage, writes } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const POST = { method: "POST", path: /\/rest\/posts$/ } as const;
const COMMENT = { method: "POST", path: /\/comments$/ } as const;
const STATE = { method: "GET", path: /\/rest\/images\// } as const;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const answering = (status: number, body: object, headers?: Record<string, string>): FaultAct => ({
  status,
  body: { status, ...body },
  ...(headers === undefined ? {} : { headers }),
});
const input = (code: string, description = "No.") => ({
  errorDetailType: "com.linkedin.common.error.BadRequest",
  message: "x",
  errorDetails: { inputErrors: [{ code, description }] },
});
const FORBIDDEN = {
  serviceErrorCode: 100,
  code: "ACCESS_DENIED",
  message: "Accessing this video resource is forbidden. Please check your permissions for this resource",
};
const DENIED = {
  serviceErrorCode: 65601,
  code: "REVOKED_ACCESS_TOKEN",
  message: "The token used in the request has been revoked by the user",
};
const NO_ROLE = { serviceErrorCode: 100, code: "ACCESS_DENIED", message: "Not enough permissions to access: partnerApiPosts.CREATE" };

const FIELDS = "Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields";

const summaryOf = (outcome: object) => {
  const { kind, scope, retryAfterSeconds, reason } = Object(outcome);
  return [kind, scope ?? null, retryAfterSeconds ?? null, reason];
};

for (const [what, act, expected] of [
  [
    "a missing role or permission",
    answering(403, NO_ROLE),
    [
      "unauthorized",
      null,
      null,
      "LinkedIn: Not enough permissions to access: partnerApiPosts.CREATE (status 403, ACCESS_DENIED). Either your role on the Page has changed: ask its administrator for the role of a content admin. Or a permission was not given: log in again and allow everything that is asked for.",
    ],
  ],
  [
    "a token that is refused",
    answering(401, DENIED),
    [
      "unauthorized",
      "grant",
      null,
      "LinkedIn: The token used in the request has been revoked by the user (status 401, REVOKED_ACCESS_TOKEN). Log in to LinkedIn again.",
    ],
  ],
  [
    "a refused field",
    answering(422, input("FIELD_LENGTH_TOO_LONG", "The title is too long.")),
    ["rejected", null, null, "LinkedIn: The title is too long (status 422, FIELD_LENGTH_TOO_LONG)"],
  ],
  [
    "a bad request",
    answering(400, { message: "Organization permissions must be used" }),
    ["rejected", null, null, "LinkedIn: Organization permissions must be used (status 400)"],
  ],
  ["something that is not there", answering(404, { message: "Not found" }), ["rejected", null, null, "LinkedIn: Not found (status 404)"]],
  [
    "a file that is not ready",
    answering(422, input("MEDIA_ASSET_WAITING_UPLOAD")),
    ["busy", null, 30, "LinkedIn: No (status 422, MEDIA_ASSET_WAITING_UPLOAD)"],
  ],
  ["an outage", answering(500, { message: "Internal" }), ["unknown", null, null, "LinkedIn: Internal (status 500)"]],
  [
    "an outage that says how long",
    answering(503, {}, { "retry-after": "90" }),
    ["unknown", null, 90, "LinkedIn: no reason was given (status 503)"],
  ],
  ["a conflict", answering(409, { message: "conflict" }), ["unknown", null, null, "LinkedIn: conflict (status 409)"]],
  [
    "a quota that says how long",
    answering(429, { code: "TOO_MANY_REQUESTS" }, { "retry-after": "77" }),
    ["held", "grant", 77, "LinkedIn: no reason was given (status 429, TOO_MANY_REQUESTS)"],
  ],
  [
    "a quota of the whole application",
    answering(429, { message: "Resource level throttle APPLICATION DAY limit for calls to this resource is reached." }),
    [
      "held",
      "application",
      900,
      "LinkedIn: Resource level throttle APPLICATION DAY limit for calls to this resource is reached (status 429)",
    ],
  ],
  [
    "a field of the post that is refused",
    answering(403, { code: "ACCESS_DENIED", message: `${FIELDS} [/content/article/source]` }),
    ["rejected", null, null, `LinkedIn: ${FIELDS} [/content/article/source] (status 403, ACCESS_DENIED)`],
  ],
  [
    "an author for whom the person may not post",
    answering(403, { code: "ACCESS_DENIED", message: `${FIELDS} [/author]` }),
    [
      "unauthorized",
      null,
      null,
      `LinkedIn: ${FIELDS} [/author] (status 403, ACCESS_DENIED). Either your role on the Page has changed: ask its administrator for the role of a content admin. Or a permission was not given: log in again and allow everything that is asked for.`,
    ],
  ],
  [
    "a version that is gone",
    answering(426, { code: "NONEXISTENT_VERSION", message: "Requested version 20260701 is not active" }),
    [
      "held",
      "application",
      3600,
      "LinkedIn no longer takes the version 202607 of its API: set ROSTRUM_LINKEDIN_API_VERSION to a newer one and restart the service. Nothing was published, and what is due waits.",
    ],
  ],
] as const) {
  test(`${what} is a verdict of its own`, async () => {
    stage.fault({ ...POST, act });
    assert.deepEqual(summaryOf(await deliver(stage, aPost()).publish()), expected);
  });
}

test("what was turned away in front of LinkedIn is sent again, also for a person, whose posts nobody can look up", async () => {
  for (const as of [stage.page, stage.member]) {
    stage.fault({ ...POST, act: { status: 503, body: "<html>Service Unavailable</html>" } });
    const delivery = deliver(stage, aPost({ text: `As ${as.remoteId}` }), { as });
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.deepEqual(delivery.path, ["busy", "published"]);
  }
  assert.equal((await stage.seen()).length, 2);
});

test("a bare refusal names no role on a Page where a person posts on their own profile", async () => {
  stage.fault({ ...POST, act: answering(403, {}) });
  const outcome = await deliver(stage, aPost(), { as: stage.member }).publish();
  assert.deepEqual(outcome.kind, "unauthorized");
  assert.doesNotMatch(summaryOf(outcome)[3], /Page/);
});

test("LinkedIn is asked for the role on a Page, and whether it still knows a person", async () => {
  assert.deepEqual(await probe(stage.page, stage.call()), { kind: "works" });
  assert.deepEqual(await probe(stage.member, stage.call()), { kind: "works" });
  const stranger = { ...stage.page, remoteId: "urn:li:organization:1" };
  assert.deepEqual(await probe(stranger, stage.call()), {
    kind: "ended",
    reason: "You may not post for this Page. Ask its administrator for the role of a content admin.",
  });
});

test("a version that the network no longer has holds the application, and nothing is lost", async () => {
  await stage.settings({ oldest_version: "202608" });
  const delivery = deliver(stage, aPost({ text: "Held" }));
  const held = await delivery.publish();
  assert.ok(held.kind === "held" && held.scope === "application");
  await stage.settings({});
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("a page from something in front of the API refuses neither the post nor the channel", async () => {
  for (const status of [400, 403, 404, 413]) {
    stage.fault({ method: "POST", path: /initializeUpload/, act: { status, body: "<html>Forbidden</html>" } });
    const withFile = deliver(stage, aPost({ media: [await anImage()] }));
    assert.equal((await withFile.toEnd()).kind, "published");
    assert.equal(withFile.path[0], "busy", String(status));
    stage.fault({ ...POST, act: { status, body: "<html>Forbidden</html>" } });
    const delivery = deliver(stage, aPost({ text: `After ${status}` }));
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.equal(delivery.path[0], "unknown", String(status));
  }
});

test("a quota that does not say how long waits a quarter of an hour, then until midnight in UTC", async () => {
  stage.fault(...times(2, { ...POST, act: answering(429, { code: "TOO_MANY_REQUESTS" }) }));
  const delivery = deliver(stage, aPost());
  const first = await delivery.publish();
  assert.ok(first.kind === "held" && first.retryAfterSeconds === 900);
  const second = await delivery.publish();
  assert.ok(second.kind === "held");
  const end = new Date(Date.parse(stage.now()) + second.retryAfterSeconds * 1000);
  assert.deepEqual([end.getUTCHours(), end.getUTCMinutes()], [0, 0]);
  assert.equal((await delivery.publish()).kind, "published");
});

test("the daily quota of the network lets the post out on the next day", async () => {
  await stage.settings({ posts_per_day: 1 });
  assert.equal((await deliver(stage, aPost({ text: "One" })).toEnd()).kind, "published");
  const delivery = deliver(stage, aPost({ text: "Two" }));
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.ok(delivery.path.slice(0, -1).every((kind) => kind === "held") && delivery.path.length > 1, delivery.path.join(" "));
});

test("a network that cannot be reached holds the channel and has no effect", async () => {
  const { page } = stage;
  const call = { ...stage.call(), host: () => "http://127.0.0.1:9" };
  const { publish } = await import("./publish.ts");
  const outcome = await publish(aPost(), page, call);
  assert.deepEqual([outcome.kind, "scope" in outcome && outcome.scope], ["busy", "channel"]);
});

test("a file that LinkedIn says it forbids is tried once more, and then refused in words", async () => {
  const delivery = deliver(stage, aPost({ media: [await anImage()] }));
  stage.fault(...times(2, { method: "POST", path: /initializeUpload/, act: answering(403, FORBIDDEN) }));
  const end = await delivery.toEnd();
  assert.deepEqual(delivery.path, ["busy", "rejected"]);
  assert.match(summaryOf(end)[3], /LinkedIn may want an administrator of the Page to upload files: log in as one\.$/);
  stage.fault({ method: "POST", path: /initializeUpload/, act: answering(403, FORBIDDEN) });
  assert.equal((await delivery.tryAgain()).kind, "busy", "tried again by a person, it counts anew");
});

test("a file that could not be processed is refused with the reason, one that is gone too", async () => {
  for (const [act, reason] of [
    [
      { status: 200, body: { status: "PROCESSING_FAILED", processingFailureReason: "Corrupt." } },
      "LinkedIn could not process the file: Corrupt.",
    ],
    [answering(404, { message: "Not found" }), "LinkedIn: Not found (status 404). LinkedIn did not keep the file."],
  ] as const) {
    stage.fault({ ...STATE, act });
    const before = writes(stage).length;
    const delivery = deliver(stage, aPost({ media: [await anImage()] }));
    assert.deepEqual(summaryOf(await delivery.publish()), ["rejected", null, null, reason]);
    assert.equal(writes(stage).length, before);
    // Somebody has it tried again: the file is uploaded anew.
    assert.equal((await delivery.toEnd()).kind, "published");
    assert.equal(writes(stage).length, before + 1);
  }
});

test("a state that cannot be read is asked for again, before the post is made", async () => {
  const delivery = deliver(stage, aPost({ media: [await anImage()] }));
  stage.fault(
    { ...STATE, act: answering(500, {}) },
    { ...STATE, act: { status: 200, body: { status: "WAITING_UPLOAD" } } },
    { ...STATE, act: { status: 200, body: {} } },
  );
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path, ["notAsked", "pending", "notAsked", "published"]);
});

test("a file that does not arrive is uploaded again, and each time is a try", async () => {
  const waiting = { ...STATE, act: { status: 200, body: { status: "WAITING_UPLOAD" } } };
  stage.fault(...times(60, waiting));
  const delivery = deliver(stage, aPost({ media: [await anImage()] }));
  assert.equal((await delivery.toEnd()).kind, "published");
  const tries = delivery.outcomes.filter((outcome) => outcome.kind === "busy");
  assert.ok(tries.length > 2);
  assert.ok(tries.every(({ reason }) => reason === "LinkedIn says that a file never arrived."));
  assert.equal(stage.exchanges.filter(({ request }) => request.method === "PUT").length, tries.length + 1);
});

test("a comment that may not be written is refused, and the channel stays", async () => {
  const post = await deliver(stage, aPost()).toEnd();
  assert.ok(post.kind === "published");
  for (const [act, kind] of [
    [answering(403, NO_ROLE), "rejected"],
    [answering(400, { message: "Unable to obtain activity" }), "busy"],
    [answering(404, { message: "Not found" }), "rejected"],
    [answering(429, {}), "held"],
    [answering(500, {}), "unknown"],
  ] as const) {
    stage.fault({ ...COMMENT, act });
    assert.equal((await deliver(stage, aComment({ remoteId: post.remoteId })).publish()).kind, kind);
  }
});

test("what LinkedIn says is cleaned and cut", async () => {
  stage.fault({ ...POST, act: answering(400, { message: `Bad\n\u202e\t${"x".repeat(900)}` }) });
  const outcome = await deliver(stage, aPost()).publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /^LinkedIn: Bad x{296} \(status 400\)$/);
});
