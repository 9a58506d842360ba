import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

/** The whole answer to these bytes, until the service closes the connection. */
async function answerTo(bytes: string): Promise<readonly [status: string, body: unknown]> {
  const socket = connect({ port: Number(new URL(stage.url).port), host: "127.0.0.1" });
  socket.write(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return [head.split("\r\n")[0] ?? "", JSON.parse(body)];
}

function problem(message: string): unknown {
  return { status: "error", message, errors: { request: message } };
}

test("What is not an HTTP request is refused with 400 in the form of every refusal", async () => {
  assert.deepEqual(await answerTo("bread\r\n\r\n"), ["HTTP/1.1 400 Bad Request", problem("This is not a valid HTTP request.")]);
});

test("An address that is too long is refused with 431 in the form of every refusal", async () => {
  const message = "The address and the headers of the request are too long.";
  const request = `GET /v1/me?${"a".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  assert.deepEqual(await answerTo(request), ["HTTP/1.1 431 Request Header Fields Too Large", problem(message)]);
});
