import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { publish } from "./publish.ts";
import { CREATE, deliver, openStage, type Stage, sent } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const answering = (code: number, status: string, error: { message: string; details?: readonly unknown[] }): FaultAct => ({
  status: code,
  body: { error: { code, status, ...error } },
});
const infoOf = (reason: string, metadata: object = {}) => [
  { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com", metadata },
];
const validation = (errorDetail: object) => [
  { "@type": "type.googleapis.com/google.mybusiness.v4.ValidationError", errorDetails: [errorDetail] },
];
const INVALID = { message: "Request contains an invalid argument." };

const summaryOf = (outcome: object) => {
  const { kind, scope, retryAfterSeconds, reason } = Object(outcome);
  return [kind, scope ?? null, retryAfterSeconds ?? null, reason];
};

const CASES: readonly [string, FaultAct, readonly unknown[]][] = [
  [
    "a field whose value has the name of something else",
    answering(400, "INVALID_ARGUMENT", {
      ...INVALID,
      details: validation({ code: 1001, field: "url", message: "Invalid URL", value: "https://intranet/SERVICE_DISABLED" }),
    }),
    ["rejected", null, null, "Google: url: Invalid URL (status 400, INVALID_ARGUMENT)"],
  ],
  [
    "a field that is refused",
    answering(400, "INVALID_ARGUMENT", {
      ...INVALID,
      details: validation({ code: 1000, field: "summary", message: "Must be at most 1500 characters", value: "x" }),
    }),
    ["rejected", null, null, "Google: summary: Must be at most 1500 characters (status 400, INVALID_ARGUMENT)"],
  ],
  [
    "a request that is refused without details",
    answering(400, "INVALID_ARGUMENT", INVALID),
    ["rejected", null, null, "Google: Request contains an invalid argument (status 400, INVALID_ARGUMENT)"],
  ],
  [
    "a token that is refused",
    answering(401, "UNAUTHENTICATED", { message: "Request had invalid authentication credentials." }),
    [
      "unauthorized",
      "grant",
      null,
      "Google: Request had invalid authentication credentials (status 401, UNAUTHENTICATED). Log in to Google again.",
    ],
  ],
  [
    "an API that is not switched on",
    answering(403, "PERMISSION_DENIED", {
      message: "Google My Business API has not been used in project 1 before.",
      details: infoOf("SERVICE_DISABLED"),
    }),
    [
      "held",
      "application",
      3600,
      "Google: Google My Business API has not been used in project 1 before (status 403, SERVICE_DISABLED). The operator of this service has to switch this API on in the Google Cloud project: /help/networks/google-business.",
    ],
  ],
  [
    "a scope that was not given",
    answering(403, "PERMISSION_DENIED", { message: "Insufficient scopes.", details: infoOf("ACCESS_TOKEN_SCOPE_INSUFFICIENT") }),
    [
      "unauthorized",
      null,
      null,
      "Google: Insufficient scopes (status 403, ACCESS_TOKEN_SCOPE_INSUFFICIENT). Log in to Google again and allow everything that it lists.",
    ],
  ],
  [
    "a lost role",
    answering(403, "PERMISSION_DENIED", { message: "The caller does not have permission" }),
    [
      "unauthorized",
      null,
      null,
      "Google: The caller does not have permission (status 403, PERMISSION_DENIED). Log in with somebody who manages this location.",
    ],
  ],
  [
    "a location that is gone",
    answering(404, "NOT_FOUND", { message: "Requested entity was not found." }),
    [
      "unauthorized",
      null,
      null,
      "Google: Requested entity was not found (status 404, NOT_FOUND). The location was removed, or is no longer in this account: connect it again.",
    ],
  ],
  [
    "an address that does not exist, which is a page",
    { status: 404, body: "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>", headers: { "content-type": "text/html" } },
    ["rejected", null, null, "Google answered with status 404: there is no such address. That is a mistake of this service, not of yours."],
  ],
  [
    "a location of a chain",
    answering(400, "FAILED_PRECONDITION", {
      ...INVALID,
      details: validation({ code: 5, field: "location", message: "LOCATION_DISABLED_FOR_LOCAL_POST_API" }),
    }),
    [
      "unauthorized",
      null,
      null,
      "Google: location: LOCATION_DISABLED_FOR_LOCAL_POST_API (status 400, FAILED_PRECONDITION). Google lets nobody publish for this location through its API.",
    ],
  ],
  [
    "too many requests of the application",
    answering(429, "RESOURCE_EXHAUSTED", {
      message: "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service 'x'.",
    }),
    [
      "held",
      "application",
      90,
      "Google: Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service 'x' (status 429, RESOURCE_EXHAUSTED)",
    ],
  ],
  [
    "too many changes of one profile",
    answering(429, "RESOURCE_EXHAUSTED", { message: "Quota exceeded for limit 'Edits per minute per profile'." }),
    ["held", "channel", 90, "Google: Quota exceeded for limit 'Edits per minute per profile' (status 429, RESOURCE_EXHAUSTED)"],
  ],
  [
    "a project that Google has not approved",
    answering(429, "RESOURCE_EXHAUSTED", {
      message: "Quota exceeded.",
      details: infoOf("RATE_LIMIT_EXCEEDED", { quota_limit_value: "0" }),
    }),
    [
      "held",
      "application",
      3600,
      "Google: Quota exceeded (status 429, RATE_LIMIT_EXCEEDED). Google has not approved the operator's Google Cloud project for business profiles: /help/networks/google-business.",
    ],
  ],
  [
    "an outage",
    answering(503, "UNAVAILABLE", { message: "The service is currently unavailable." }),
    ["unknown", null, null, "Google: The service is currently unavailable (status 503, UNAVAILABLE)"],
  ],
  [
    "an error of Google's",
    answering(500, "INTERNAL", { message: "Internal error encountered." }),
    ["unknown", null, null, "Google: Internal error encountered (status 500, INTERNAL)"],
  ],
  [
    "a proxy's refusal",
    { status: 403, body: "Forbidden by policy", headers: { "content-type": "text/plain" } },
    ["busy", null, 300, "Google answered with status 403"],
  ],
];

for (const [what, act, expected] of CASES) {
  test(`${what}: ${expected[0]}${expected[1] === null ? "" : `, of the ${expected[1]}`}`, async () => {
    stage.fault({ ...CREATE, act });
    assert.deepEqual(summaryOf(await deliver(stage, aPost()).publish()), expected);
  });
}

test("what was refused without effect is sent anew when it is tried again", async () => {
  stage.fault({ ...CREATE, act: answering(429, "RESOURCE_EXHAUSTED", { message: "Quota exceeded." }) });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path.slice(0, 2), ["held", "pending"]);
});

test("a picture that Google cannot fetch is tried three times", async () => {
  const details = validation({ code: 7, field: "media[0]", message: "PHOTO_FETCH_FAILED" });
  const fault = { ...CREATE, act: answering(400, "INVALID_ARGUMENT", { ...INVALID, details }) };
  const media = [await stage.picture()];
  stage.fault({ ...fault, times: 2 });
  const delivery = deliver(stage, aPost({ media }));
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.deepEqual(delivery.path.slice(0, 2), ["busy", "busy"]);
  stage.fault({ ...fault, times: 3 });
  const outcome = await deliver(stage, aPost({ media })).toEnd();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /PHOTO_FETCH_FAILED .*fetches the picture from this service, which has to be reachable from outside\.$/);
});

test("without a connection nothing is sent on the channel for a minute", async () => {
  const { account } = stage;
  const call = { ...stage.call(), host: () => "http://127.0.0.1:9" };
  const outcome = await publish(aPost(), account, call);
  const [kind, scope, seconds] = summaryOf(outcome);
  assert.deepEqual([kind, scope, seconds], ["busy", "channel", 60]);
  assert.equal(sent(stage, CREATE).length, 1);
});
