import type { ServerResponse } from "node:http";
import { serve } from "../../../ground/net/testing/servers.ts";

/** A request as a receiver got it. */
export interface Received {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes, as text. */
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every form
  readonly event: any;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server that receives events. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Oldest first. */
  readonly received: Received[];
  /** 204 unless a test says otherwise; null: the connection is cut. */
  answer: (request: Received) => Answer | null;
  /** What it waits for before it answers. */
  before: (request: Received) => Promise<void> | undefined;
  /** Forgets what it has received, and answers as at first. */
  clear(): void;
}

export async function aReceiver(): Promise<Receiver> {
  const usual = (): Answer => ({ status: 204 });
  const server = await serve((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const headers = request.headers as Record<string, string>;
      const got = { id: headers["webhook-id"] ?? "", headers, body, event: JSON.parse(body) };
      receiver.received.push(got);
      void Promise.resolve(receiver.before(got)).then(() => reply(response, receiver.answer(got)));
    });
  });
  const receiver: Receiver = {
    url: `${server.origin}/hook`,
    received: [],
    answer: usual,
    before: () => undefined,
    clear() {
      receiver.received.length = 0;
      receiver.answer = usual;
      receiver.before = () => undefined;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return receiver;
}

function reply(response: ServerResponse, answer: Answer | null): void {
  if (answer === null) return void response.destroy();
  response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? "");
}
