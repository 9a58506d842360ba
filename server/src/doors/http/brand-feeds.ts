import { hash } from "node:crypto";
import { FEED_ITEMS_DEFAULT, FEED_ITEMS_MAX } from "@rostrum/contract/private/brand-feeds.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { clientKey } from "../../ground/web/client-address.ts";
import { type Limiter, ROUTE_LIMIT_PASSED } from "../../ground/web/rate-limits.ts";
import { type FeedFormat, findFeedMedium, readBrandFeed } from "../../telling/brand-feeds/operations.ts";
import { sendFile } from "./send-file.ts";

const TYPES: Readonly<Record<FeedFormat, string>> = {
  xml: "application/rss+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
};

/** Feeds are read every few minutes at most. */
const KEEP_SECONDS = 300;
/** Of a file's bytes, which never change. */
const KEEP_FILE_SECONDS = 86_400;
/** Whoever shows a feed loads the pictures of all its items at once. */
const FILES_PER_FEED = 10;

/** `/feeds`: what brands have published, for everybody who knows the address of a brand's feed. Any page may read it. */
export async function brandFeeds(
  scope: FastifyInstance,
  { app, limiter }: { readonly app: App; readonly limiter: Limiter },
): Promise<void> {
  scope.addHook("onRequest", async (_request, reply) => {
    // A renderer of feeds is another site.
    reply.header("Access-Control-Allow-Origin", "*").header("Cross-Origin-Resource-Policy", "cross-origin");
  });

  scope.get<{ Params: { name: string }; Querystring: { limit?: unknown } }>("/:name", async (request, reply) => {
    if (await isLimited(request, reply, "feed", app.config.routeLimit)) return reply;
    const [, token, format] = /^([\w-]+)\.(xml|json)$/.exec(request.params.name) ?? [];
    if (token === undefined) refuse(404, "feed", "There is no such feed. The address of one ends in .xml or .json.");
    const limit = limitOf(request.query.limit);
    if (limit === null) refuse(422, "limit", `The limit must be a number from 1 to ${FEED_ITEMS_MAX}.`);
    const { text, changedAt } = await readBrandFeed(app, { token, format: format as FeedFormat, limit });
    // Whole seconds, as HTTP writes dates.
    const changedAtSeconds = Math.floor(Date.parse(changedAt) / 1000);
    const tag = `"${hash("sha256", text, "base64url").slice(0, 27)}"`;
    reply
      .header("Cache-Control", `max-age=${KEEP_SECONDS}`)
      .header("ETag", tag)
      .header("Last-Modified", new Date(changedAtSeconds * 1000).toUTCString());
    if (isKnown(request, tag)) return reply.code(304).send();
    return reply
      .type(TYPES[format as FeedFormat])
      .header("Content-Security-Policy", "default-src 'none'; sandbox")
      .send(text);
  });

  scope.get<{ Params: { token: string; id: string } }>("/:token/media/:id/:name", async (request, reply) => {
    if (await isLimited(request, reply, "feed files", app.config.routeLimit * FILES_PER_FEED)) return reply;
    const media = await findFeedMedium(app, request.params);
    return sendFile(app, { request, reply, caching: `max-age=${KEEP_FILE_SECONDS}` }, media);
  });

  async function isLimited(request: FastifyRequest, reply: FastifyReply, what: string, limit: number): Promise<boolean> {
    if (limit === 0) return false;
    const hit = await limiter.hit(`${what} ${clientKey(request.ip)}`, limit);
    if (hit.allowed) return false;
    reply.code(429).header("Retry-After", hit.resetSeconds).send({ message: ROUTE_LIMIT_PASSED });
    return true;
  }
}

/**
 * By the tag alone. A date in whole seconds says nothing about a second post in the same second, about one that was settled later than
 * those after it, or about one that has gone.
 */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  return (headers["if-none-match"] ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
}

/** How many items a reader asks for; null: not a number that it may ask for. */
function limitOf(asked: unknown): number | null {
  if (asked === undefined || asked === "") return FEED_ITEMS_DEFAULT;
  const limit = typeof asked === "string" && /^\d{1,4}$/.test(asked) ? Number(asked) : 0;
  return limit >= 1 && limit <= FEED_ITEMS_MAX ? limit : null;
}
