import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { createNet } from "../../../../ground/net/index.ts";
import type { Account, Call, OutgoingPost } from "../../connector.ts";
import { aCall, anAccount } from "../../testing/call.ts";
import { aPost as aTextPost } from "../../testing/posts.ts";
import { socialMedia } from "../index.ts";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `cut` reads the request and closes the connection; `cut` in a response closes it after the given body. */
export type Answer =
  | "cut"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string; readonly cut?: true };

/** A webhook receiver on a 127.0.0.1 port allowed by the operator, and a channel connected to it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly account: Account;
  /** Oldest first. */
  readonly received: Received[];
  /** The response to every request from now on. */
  answer: Answer;
  readonly now: Instant;
  call(): Call;
}

export const SECRET = "a secret of the test";

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
    const { answer } = receiver;
    if (answer === "cut") request.socket.destroy();
    else if (answer.cut) response.writeHead(answer.status, answer.headers).write(answer.body ?? "", () => request.socket.destroySoon());
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}/hooks/bakery?to=radio`;
  const net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "test" });
  const now = toInstant("2026-11-21T09:00:00Z");
  const credentials = { url, secret: SECRET };
  const receiver: Receiver = {
    url,
    received,
    now,
    account: anAccount({ remoteId: "hook", handle: "hook", credentials, settings: {} }),
    answer: { status: 200 },
    call: () => aCall({ net, now: () => now }),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}

export function aPost(fields: Partial<OutgoingPost> = {}): OutgoingPost {
  return aTextPost({ key: "delivery-1", dueAt: toInstant("2026-11-21T08:59:00Z"), options: {}, ...fields });
}

/** The outcome of publishing when the receiver responds with this. */
export async function outcomeOf(receiver: Receiver, answer: Answer) {
  receiver.answer = answer;
  return socialMedia.publish(aPost(), receiver.account, receiver.call());
}
