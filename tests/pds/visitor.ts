import assert from "node:assert/strict";
import { request } from "node:http";

/** A person at the authorization page of a real server. */
export interface Visitor {
  readonly handle: string;
  readonly password: string;
  readonly did: string;
}

const API = "/@atproto/oauth-provider/~api";

/** Opens the page and does what its script does when the person signs in and agrees. Returns the parameters for the application. */
export async function agree(url: string, { handle, password, did }: Visitor): Promise<Record<string, string>> {
  const browser = await opened(url);
  await browser.post("/sign-in", { locale: "en", username: handle, password, remember: true });
  return parametersOf(await browser.post("/consent", { did }));
}

/** The same for a person who says no. */
export async function decline(url: string): Promise<Record<string, string>> {
  const browser = await opened(url);
  return parametersOf(await browser.post("/reject", {}));
}

/** The page would go to this address, which sends the person back to the application with the same parameters. */
function parametersOf({ url }: { url?: unknown }): Record<string, string> {
  const { redirect_mode: _mode, redirect_uri: _uri, ...parameters } = Object.fromEntries(new URL(String(url)).searchParams);
  return parameters;
}

async function opened(url: string) {
  const cookies = new Map<string, string>();
  const { origin } = new URL(url);
  const page = await send(url, {
    method: "GET",
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  });
  keep(page.cookies);
  assert.equal(page.status, 200, page.text);
  return {
    async post(path: string, json: unknown): Promise<Record<string, unknown>> {
      const reply = await send(`${origin}${API}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "sec-fetch-site": "same-origin",
          "sec-fetch-mode": "same-origin",
          "sec-fetch-dest": "empty",
          origin,
          referer: url,
          "x-csrf-token": cookies.get("csrf-token") ?? "",
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        body: JSON.stringify(json),
      });
      keep(reply.cookies);
      assert.equal(reply.status, 200, reply.text);
      return JSON.parse(reply.text);
    },
  };

  function keep(set: readonly string[]): void {
    for (const cookie of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
  }
}

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** `fetch` sets the headers by which servers recognize navigation itself, so it cannot act as a browser. */
function send(url: string, { method, headers, body }: Sent): Promise<{ status: number; text: string; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { "user-agent": "Mozilla/5.0", ...headers } }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () =>
        resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString(), cookies: reply.headers["set-cookie"] ?? [] }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
