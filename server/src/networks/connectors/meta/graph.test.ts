import assert from "node:assert/strict";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { CallReply, CallRequest, Net } from "../../../ground/net/net.ts";
import { aCall } from "../testing/call.ts";
import { askGraph, reasonOf } from "./graph.ts";

async function asked(reply: CallReply, fields = {}) {
  const requests: CallRequest[] = [];
  const net: Net = {
    call: async (request) => {
      requests.push(request);
      return reply;
    },
    download: () => Promise.reject(new Error("not used")),
    fetchDocument: () => Promise.reject(new Error("not used")),
    [Symbol.asyncDispose]: async () => {},
  };
  const call = aCall({ net, now: () => toInstant("2026-11-22T09:00:00Z") });
  const outcome = await askGraph(call, { method: "POST", url: "https://graph.example/v25.0/1/feed", token: "secret", fields });
  return { outcome, request: requests[0] };
}

const answered = (status: number, body: unknown, headers = {}): CallReply => ({
  kind: "answered",
  status,
  headers,
  text: typeof body === "string" ? body : JSON.stringify(body),
});

test("Fields go in a form without those that are absent, and the token only in its header", async () => {
  const { request } = await asked(answered(200, { id: "1" }), { message: "a & b", link: undefined });
  assert.equal(request?.body, "message=a+%26+b");
  assert.equal(request?.headers?.authorization, "Bearer secret");
  assert.equal(request?.url.includes("secret"), false);
});

test("Ids beyond 2^53 keep all their digits", async () => {
  const { outcome } = await asked(answered(200, '{"user_id":17841405793187218123,"count":7}'));
  assert.deepEqual(outcome, { kind: "ok", status: 200, body: { user_id: "17841405793187218123", count: 7 }, headers: {} });
});

test("A refusal says what the network wants its user to read, with its code", async () => {
  const error = {
    message: "for developers",
    code: 36000,
    error_subcode: 2207004,
    error_user_title: "Too large",
    error_user_msg: "Use a\nsmaller one",
  };
  const { outcome } = await asked(answered(400, { error }));
  assert.equal(outcome.kind, "refused");
  assert.equal(
    outcome.kind === "refused" && reasonOf("Instagram", outcome),
    "Instagram: Too large: Use a smaller one (code 36000/2207004)",
  );
});

test("A throttled call waits for as many minutes as the network's header says", async () => {
  const usage = JSON.stringify({ "1001": [{ type: "pages", call_count: 100, estimated_time_to_regain_access: 12 }] });
  const { outcome } = await asked(answered(400, { error: { message: "", code: 32 } }, { "x-business-use-case-usage": usage }));
  assert.equal(outcome.kind === "refused" && outcome.retryAfterSeconds, 720);
});

test("A success that is not JSON is lost: it may have had its effect", async () => {
  const { outcome } = await asked(answered(200, "<html>"));
  assert.equal(outcome.kind, "lost");
});

test("A refusal of the addresses that hand out tokens is read in its own form", async () => {
  const body = { error_type: "OAuthException", code: 400, error_message: "Invalid verification code" };
  const { outcome } = await asked(answered(400, body));
  assert.equal(outcome.kind === "refused" && reasonOf("Threads", outcome), "Threads: Invalid verification code (code 400)");
});
