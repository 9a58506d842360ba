import type { FastifyInstance, FastifyRequest } from "fastify";
import { forgetsKeys } from "../../sandbox/faults.ts";
import { countInWindow } from "../../sandbox/kit/quotas.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { list } from "./model.ts";
import { refusal } from "./refusal.ts";
import { DOMAIN, type Settings, settingsOf } from "./settings.ts";

const MASTODON = { name: "mastodon", version: "4.5.0", source: "https://github.com/mastodon/mastodon" } as const;
/** A network that forgets idempotency keys behaves like GoToSocial, so it identifies itself as that. */
const GOTOSOCIAL = {
  name: "gotosocial",
  version: "0.20.0+git-sandbox",
  source: "https://codeberg.org/superseriousbusiness/gotosocial",
} as const;
const TITLE = "Mastodon sandbox";
const DESCRIPTION = "A local network that speaks Mastodon's API. Posts here are visible only here.";
/** The instance document, in both versions, and NodeInfo. */
export function instanceRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get("/api/v2/instance", async () => {
    const [settings, { version, source }] = await Promise.all([settingsOf(world), softwareOf(world)]);
    return {
      domain: DOMAIN,
      title: TITLE,
      version,
      source_url: source,
      description: DESCRIPTION,
      usage: { users: { active_month: (await list(world, "account", { limit: 1000 })).length } },
      thumbnail: { url: pictureUrl(world), blurhash: null, versions: {} },
      icon: [],
      languages: ["en"],
      configuration: { ...configuration(settings, world), translation: { enabled: false }, limited_federation: true },
      registrations: { enabled: false, approval_required: false, message: null, url: null },
      api_versions: { mastodon: 7 },
      contact: { email: `admin@${DOMAIN}`, account: null },
      rules: [],
    };
  });

  scope.get("/api/v1/instance", async () => {
    const [settings, { version }] = await Promise.all([settingsOf(world), softwareOf(world)]);
    const [accounts, statuses] = await Promise.all([list(world, "account", { limit: 1000 }), list(world, "status", { limit: 1000 })]);
    return {
      uri: DOMAIN,
      title: TITLE,
      short_description: DESCRIPTION,
      description: DESCRIPTION,
      email: `admin@${DOMAIN}`,
      version,
      urls: { streaming_api: world.baseUrl },
      stats: { user_count: accounts.length, status_count: statuses.length, domain_count: 0 },
      thumbnail: pictureUrl(world),
      languages: ["en"],
      registrations: false,
      approval_required: false,
      invites_enabled: false,
      configuration: configuration(settings, world),
      contact_account: null,
      rules: [],
    };
  });

  scope.get("/.well-known/nodeinfo", async () => ({
    links: [{ rel: "http://nodeinfo.diaspora.software/ns/schema/2.0", href: `${world.baseUrl}/nodeinfo/2.0` }],
  }));

  scope.get("/nodeinfo/2.0", async () => {
    const [{ name, version }, accounts, statuses] = await Promise.all([
      softwareOf(world),
      list(world, "account", { limit: 1000 }),
      list(world, "status", { limit: 1000 }),
    ]);
    return {
      version: "2.0",
      software: { name, version },
      protocols: ["activitypub"],
      services: { inbound: [], outbound: [] },
      usage: { users: { total: accounts.length }, localPosts: statuses.length },
      openRegistrations: false,
      metadata: {},
    };
  });
}

async function softwareOf(world: SandboxWorld) {
  return (await forgetsKeys(world)) ? GOTOSOCIAL : MASTODON;
}

function pictureUrl(world: SandboxWorld): string {
  return `${world.baseUrl}/avatars/original/missing.png`;
}

function configuration(settings: Settings, world: SandboxWorld) {
  const { max_characters, max_media_attachments, characters_reserved_per_url } = settings;
  const { max_options, max_characters_per_option, min_expiration, max_expiration } = settings;
  return {
    urls: { streaming: world.baseUrl },
    accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
    statuses: { max_characters, max_media_attachments, characters_reserved_per_url },
    media_attachments: {
      supported_mime_types: settings.supported_mime_types,
      image_size_limit: settings.image_size_limit,
      image_matrix_limit: settings.image_matrix_limit,
      video_size_limit: settings.video_size_limit,
      video_matrix_limit: settings.video_matrix_limit,
      video_frame_rate_limit: settings.video_frame_rate_limit,
      description_limit: settings.description_limit,
    },
    polls: { max_options, max_characters_per_option, min_expiration, max_expiration },
  };
}

/**
 * Counts requests per token and sets the headers of the tightest limit on every response; `X-RateLimit-Reset` is an ISO
 * time. Windows start at round times, as in Rack::Attack, and are kept in this process.
 */
export function limitRates(scope: FastifyInstance, world: SandboxWorld): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (!/\/api\/v\d\//.test(request.url)) return;
    const states = limitsOn(request, await settingsOf(world)).map(({ key, limit, seconds }) => {
      const { used, resetAt } = countInWindow(world, { key, seconds });
      return { limit, remaining: Math.max(0, limit - used), isExceeded: used > limit, resetAt };
    });
    const [tightest] = states.toSorted((a, b) => Number(b.isExceeded) - Number(a.isExceeded) || a.remaining - b.remaining);
    if (tightest === undefined) return;
    reply.headers({
      "x-ratelimit-limit": String(tightest.limit),
      "x-ratelimit-remaining": String(tightest.remaining),
      "x-ratelimit-reset": new Date(tightest.resetAt).toISOString().replace(/\d{3}Z$/, "000000Z"),
    });
    if (tightest.isExceeded) throw refusal(429, "Too many requests");
  });
}

function limitsOn(request: FastifyRequest, settings: Settings) {
  const who = request.headers.authorization ?? request.ip;
  const all = { key: `all ${who}`, limit: settings.requests_per_5_minutes, seconds: 300 };
  const isUpload = request.method === "POST" && /\/media$/.test(request.url.split("?")[0] ?? "");
  return isUpload ? [all, { key: `media ${who}`, limit: settings.uploads_per_30_minutes, seconds: 1800 }] : [all];
}
