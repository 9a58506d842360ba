import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { serve } from "../ground/net/testing/servers.ts";

/** A test web server with feeds, pages and files. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  /** Requests so far, oldest first. */
  readonly seen: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Sets the reply for a path (404 by default) and returns its full URL. */
  on(path: string, answer: Answer): string;
  /** Called for each request before it is answered. */
  heard: ((path: string) => void) | null;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export async function aSite(): Promise<Site> {
  const answers = new Map<string, Answer>();
  const seen: Site["seen"] = [];
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? "";
    seen.push({ path, headers: request.headers });
    site.heard?.(path);
    send(response, answers.get(path) ?? { status: 404 }, request.headers);
  };
  const server = await serve(listener);
  const site: Site = {
    url: server.origin,
    seen,
    heard: null,
    on(path, answer) {
      answers.set(path, answer);
      return server.origin + path;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return site;
}

/** Like a real server: a request with the current validators gets 304. */
function send(response: ServerResponse, { status = 200, headers = {}, body = "" }: Answer, asked: IncomingHttpHeaders): void {
  const { etag, "last-modified": modified } = headers;
  const isSame = asked["if-none-match"] === undefined ? modified === asked["if-modified-since"] : etag === asked["if-none-match"];
  const hasMarks = asked["if-none-match"] !== undefined || asked["if-modified-since"] !== undefined;
  if (status === 200 && hasMarks && isSame) response.writeHead(304, headers).end();
  else response.writeHead(status, headers).end(body);
}

export interface TestItem {
  readonly title?: string;
  readonly link?: string;
  readonly guid?: string;
  /** ISO 8601. */
  readonly date?: string;
  /** More elements of the item, as XML. */
  readonly more?: string;
}

/** RSS 2.0 with the items in the given order. */
export function rss(items: readonly TestItem[]): string {
  const body = items.map(
    ({ title, link, guid, date, more = "" }) =>
      `<item>${element("title", title)}${element("link", link)}${element("guid", guid)}${element("pubDate", date && new Date(date).toUTCString())}${more}</item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Bakery</title><link>https://shop.example/</link>${body.join("\n")}</channel></rss>`;
}

export function element(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${escapeXml(text)}</${name}>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** An item of a bakery: `n` is its position in time, one per day up to 20 November 2026. */
export function loaf(n: number, change: TestItem = {}): TestItem {
  const date = new Date(Date.UTC(2026, 10, 20, 10) - (100 - n) * 86_400_000).toISOString();
  return { title: `Loaf ${n}`, link: `https://shop.example/${n}`, guid: `loaf-${n}`, date, ...change };
}
