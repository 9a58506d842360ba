import { createHmac } from "node:crypto";
import type { Chance } from "../../../server/src/testing/chance.ts";
import { type Kind, type Request, requestAttack } from "../attack.ts";
import type { Ground } from "../ground.ts";
import { escaped, hostileJson, hostilePart, hostileQuery, hostileText, shortText } from "../values.ts";
import { hostileHeaders, hostileType } from "./rest.ts";
import { hostileForm } from "./sign-in.ts";
import { hostileFile } from "./uploads.ts";

/** The sandbox networks: their APIs, and the pages for their readers. */
export const sandboxKind: Kind = (chance, ground) => {
  const request = chance.pick([mastodon, bluesky, telegram, hook, pages])(chance, ground);
  const headers = chance.percent(98) ? [["Cookie", ground.sandbox.cookie] as const, ...(request.headers ?? [])] : (request.headers ?? []);
  return requestAttack({ ...request, headers });
};

function mastodon(chance: Chance, ground: Ground): Request {
  const { mastodon: token, mastodonApp } = ground.sandbox;
  const fields = {
    status: "Bread",
    spoiler_text: "x",
    visibility: "public",
    language: "en",
    "media_ids[]": "1",
    "poll[options][]": "a",
    "poll[expires_in]": "600",
    in_reply_to_id: "1",
    client_id: mastodonApp.id,
    client_secret: mastodonApp.secret,
    client_name: "x",
    redirect_uris: mastodonApp.redirectUri,
    redirect_uri: mastodonApp.redirectUri,
    scopes: "read",
    scope: "read",
    response_type: "code",
    grant_type: "authorization_code",
    code: "x",
    token: "x",
    decision: "allow",
    account_name: "sandbox",
    description: "x",
    focus: "0,0",
  };
  const id = hostilePart(chance, ["1", "100001"]);
  const [method, path] = chance.pick([
    ["GET", "/.well-known/nodeinfo"],
    ["GET", "/api/v1/instance"],
    ["POST", "/api/v1/apps"],
    ["POST", "/oauth/token"],
    ["POST", "/oauth/revoke"],
    ["GET", "/oauth/userinfo"],
    ["GET", "/oauth/authorize"],
    ["POST", "/oauth/authorize"],
    ["GET", "/api/v1/accounts/verify_credentials"],
    ["GET", `/api/v1/accounts/${id}/statuses`],
    ["POST", "/api/v1/statuses"],
    ["POST", "/api/v1/statuses"],
    ["GET", "/api/v1/statuses"],
    ["GET", `/api/v1/statuses/${id}`],
    ["DELETE", `/api/v1/statuses/${id}`],
    ["POST", "/api/v2/media"],
    ["POST", "/api/v1/media"],
    ["GET", `/api/v1/media/${id}`],
    ["GET", `/system/media/${id}/x`],
    ["GET", `/@${id}`],
    ["GET", `/@${id}/${id}`],
  ] as const);
  const authorization = ["Authorization", `Bearer ${chance.percent(90) ? token : shortText(chance)}`] as const;
  const key = chance.percent(15) ? [["Idempotency-Key", shortText(chance)] as const] : [];
  return toNetwork(chance, ground, { slug: "mastodon", method, path, fields, file: "file", headers: [authorization, ...key] });
}

function bluesky(chance: Chance, ground: Ground): Request {
  const { did, handle, accessJwt } = ground.sandbox.bluesky;
  const post = `{"$type":"app.bsky.feed.post","text":${JSON.stringify(hostileText(chance))},"createdAt":"2026-01-01T00:00:00Z","facets":${hostileJson(chance)},"embed":${hostileJson(chance)}}`;
  const write = `{"repo":${JSON.stringify(did)},"collection":"app.bsky.feed.post","rkey":${JSON.stringify(shortText(chance))},"record":${chance.percent(60) ? post : hostileJson(chance)},"identifier":${JSON.stringify(hostileText(chance))},"password":"x"}`;
  const name = chance.pick([
    "com.atproto.server.createSession",
    "com.atproto.server.refreshSession",
    "com.atproto.server.getSession",
    "com.atproto.server.getServiceAuth",
    "com.atproto.identity.resolveHandle",
    "com.atproto.repo.putRecord",
    "com.atproto.repo.getRecord",
    "com.atproto.repo.listRecords",
    "com.atproto.repo.uploadBlob",
    "app.bsky.feed.getPosts",
    "app.bsky.video.uploadVideo",
    "app.bsky.video.getJobStatus",
  ]);
  const isRead = /\.(get|list|resolve)/.test(name);
  const query = hostileForm(chance, {
    repo: did,
    actor: did,
    handle,
    collection: "app.bsky.feed.post",
    rkey: "x",
    uri: `at://${did}/app.bsky.feed.post/x`,
    uris: `at://${did}/app.bsky.feed.post/x`,
    limit: "10",
    cursor: "x",
    aud: "did:web:x",
    lxm: "*",
    exp: "1",
    jobId: "x",
    did,
    name: "x",
  });
  const isFile = name.includes("upload");
  const { bytes } = hostileFile(chance, ground);
  return {
    name: `bluesky ${name}`,
    method: isRead ? "GET" : "POST",
    path: `/sandbox/bluesky/xrpc/${chance.percent(97) ? name : escaped(shortText(chance))}${isRead || chance.percent(10) ? `?${query.slice(0, 12_000)}` : ""}`,
    headers: [
      ["Authorization", `Bearer ${chance.percent(90) ? accessJwt : shortText(chance)}`],
      [
        "Content-Type",
        isFile ? chance.pick(["image/png", "video/mp4", "*/*", "x"]) : chance.percent(95) ? "application/json" : hostileType(chance),
      ],
      ...hostileHeaders(chance),
    ],
    body: isRead ? null : isFile ? bytes : chance.percent(85) ? write : hostileJson(chance),
  };
}

function telegram(chance: Chance, ground: Ground): Request {
  const { token, chatId } = ground.sandbox.telegram;
  const method = chance.pick([
    "getMe",
    "getChat",
    "getChatMember",
    "sendMessage",
    "sendMessage",
    "sendPhoto",
    "sendVideo",
    "sendAnimation",
    "sendDocument",
    "sendMediaGroup",
    "sendPoll",
    "editMessageReplyMarkup",
    "deleteMessage",
  ]);
  const fields = {
    chat_id: chatId,
    user_id: "1",
    text: "*Bread* `x`",
    caption: "x",
    parse_mode: chance.pick(["HTML", "MarkdownV2", "Markdown", "x"]),
    entities: "[]",
    caption_entities: hostileJson(chance).slice(0, 5000),
    media: '[{"type":"photo","media":"attach://photo"}]',
    question: "x",
    options: '["a","b"]',
    reply_parameters: '{"message_id":1}',
    reply_markup: '{"inline_keyboard":[]}',
    message_id: "1",
    link_preview_options: "{}",
    open_period: "600",
  };
  const bot = chance.percent(92) ? token : escaped(shortText(chance));
  return toNetwork(chance, ground, { slug: "telegram", method: "POST", path: `/bot${bot}/${method}`, fields, file: "photo", headers: [] });
}

function hook(chance: Chance, ground: Ground): Request {
  const { name, secret } = ground.sandbox.hook;
  const body = chance.percent(70)
    ? `{"event":"post","id":${hostileJson(chance, 4)},"text":${hostileJson(chance)},"media":${hostileJson(chance)},"post":${hostileJson(chance)},"options":${hostileJson(chance)}}`
    : hostileJson(chance);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body.toWellFormed()}`).digest("hex");
  return {
    name: "social-media hook",
    method: "POST",
    path: `/sandbox/social-media/hooks/${chance.percent(95) ? name : hostilePart(chance, [name])}`,
    headers: [
      ["Content-Type", "application/json"],
      ["Rostrum-Timestamp", chance.percent(95) ? timestamp : shortText(chance)],
      ["Rostrum-Signature", chance.percent(95) ? `v1=${signature}` : shortText(chance)],
      ["Rostrum-Event", chance.pick(["post", "ping", "comment", shortText(chance)])],
      ["Rostrum-Delivery", shortText(chance)],
    ],
    body,
  };
}

function pages(chance: Chance, ground: Ground): Request {
  const slug = chance.pick(["mastodon", "bluesky", "telegram", "social-media"]);
  const id = hostilePart(chance, ["1", "100001", ground.sandbox.bluesky.did]);
  const path = chance.pick([
    "/",
    `/posts/${id}`,
    `/files/${id}`,
    `/profile/${id}/post/${id}`,
    `/files/${id}/${id}`,
    `/c/${id}/1`,
    `/s/${id}`,
    `/${id}`,
    `/${id}/${id}`,
    `/@${id}`,
  ]);
  if (chance.percent(60))
    return {
      name: `page ${slug}`,
      method: "GET",
      path: `/sandbox/${slug}${path}${hostileQuery(chance, ["page"])}`,
      headers: hostileHeaders(chance),
    };
  const reaction = {
    post: chance.pick(["1", "100001", shortText(chance)]),
    kind: chance.pick(["like", "repost", "comment", "x"]),
    text: "Nice",
    action: "clear",
  };
  // Only invalid faults, because valid ones could make the networks respond with 500 on purpose.
  const fault = {
    kind: chance.pick(["revokedx", "__proto__", shortText(chance)]),
    count: "1",
    percent: "x",
    seconds: "1e9",
    action: "set",
  };
  const isReaction = chance.percent(70);
  return {
    name: `form ${slug}`,
    method: "POST",
    path: `/sandbox/${slug}/${isReaction ? "_react" : "_faults"}`,
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: hostileForm(chance, isReaction ? reaction : fault),
  };
}

interface ToNetwork extends Pick<Request, "method" | "path"> {
  readonly slug: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The name of the file field. */
  readonly file: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Sends the fields as a query, a form, JSON or multipart, as these networks accept them. */
function toNetwork(chance: Chance, ground: Ground, { slug, method, path, fields, file, headers }: ToNetwork): Request {
  const name = `${slug} ${method} ${path.replace(/\d{6,}.*\//, "…/").slice(0, 60)}`;
  const form = hostileForm(chance, fields);
  if (method === "GET" || method === "DELETE") {
    return {
      name,
      method,
      path: `/sandbox/${slug}${path}?${form.slice(0, 12_000)}`,
      headers: [...headers, ...hostileHeaders(chance)],
    };
  }
  const way = path.includes("media") || path.includes("Photo") ? 3 : chance.number(1, 3);
  const [type, body] =
    way === 1
      ? ["application/x-www-form-urlencoded", form]
      : way === 2
        ? ["application/json", json(chance, fields)]
        : ["multipart/form-data; boundary=b", multipart(chance, ground, fields, file)];
  return {
    name,
    method,
    path: `/sandbox/${slug}${path}`,
    headers: [...headers, ["Content-Type", chance.percent(96) ? type : hostileType(chance)], ...hostileHeaders(chance)],
    body,
  };
}

function json(chance: Chance, fields: Readonly<Record<string, string>>): string {
  if (chance.percent(15)) return hostileJson(chance);
  const pairs = Object.entries(fields).map(
    ([name, usual]) => `${JSON.stringify(name)}:${chance.percent(75) ? JSON.stringify(usual) : hostileJson(chance)}`,
  );
  return `{${pairs.join(",")}}`;
}

function multipart(chance: Chance, ground: Ground, fields: Readonly<Record<string, string>>, file: string): Buffer {
  const text = Object.entries(fields).map(
    ([name, usual]) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${chance.percent(80) ? usual : hostileText(chance)}\r\n`,
  );
  const head = `--b\r\nContent-Disposition: form-data; name="${chance.percent(95) ? file : shortText(chance)}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(text.join("") + head),
    hostileFile(chance, ground).bytes,
    Buffer.from(chance.percent(95) ? "\r\n--b--\r\n" : ""),
  ]);
}
