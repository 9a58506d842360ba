import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { eventually } from "../../../testing/eventually.ts";
import { memoryObjects } from "../../sandbox/memory.ts";
import { mountSandbox } from "../../sandbox/mount.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { telegramSandbox } from "./index.ts";

let app: FastifyInstance;
let world: SandboxWorld;
let token = "";
let channel = "";
let group = "";
let passedSeconds = 0;
/** How often somebody has looked for updates. */
let looks = 0;
const png = await picture(8, 6);

beforeEach(async () => {
  passedSeconds = 0;
  looks = 0;
  const now = () => addSeconds(toInstant("2026-11-21T09:00:00Z"), passedSeconds);
  app = Fastify();
  const at = { baseUrl: "" };
  const objects = memoryObjects(now);
  world = {
    now,
    objects: {
      ...objects,
      list(kind, options) {
        if (kind === "update") looks += 1;
        return objects.list(kind, options);
      },
    },
    get baseUrl() {
      return at.baseUrl;
    },
    neighbour: () => world,
  };
  await mountSandbox(app, { networks: [telegramSandbox], world: () => world });
  at.baseUrl = `${await app.listen({ host: "127.0.0.1", port: 0 })}/sandbox/telegram`;
  token = (await telegramSandbox.account("Corner Bakery", world)).credentials.botToken ?? "";
  const { result } = await ask("getChat", { chat_id: "@corner_bakery" });
  channel = String(result.id);
  group = String(result.linked_chat_id);
});
afterEach(() => app.close());

/** The result fields that the assertions below use. */
interface Result {
  readonly id: number;
  readonly linked_chat_id: number;
  readonly message_id: number;
  readonly text: string;
  readonly caption: string;
  readonly status: string;
  readonly media_group_id: string;
  readonly photo: readonly { readonly file_id: string; readonly width: number; readonly height: number }[];
  readonly poll: Record<string, unknown>;
  readonly reply_to_message: { readonly message_id: number };
  readonly length: number;
}

interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ok: boolean;
  readonly result: Result;
  readonly description: string;
  readonly parameters: Record<string, number>;
}

async function ask(method: string, params: Record<string, unknown> = {}, as = token): Promise<Reply> {
  const headers = { "content-type": "application/json" };
  return replyOf(await fetch(`${world.baseUrl}/bot${as}/${method}`, { method: "POST", headers, body: JSON.stringify(params) }));
}

async function upload(method: string, params: Record<string, unknown>, files: Record<string, Uint8Array<ArrayBuffer>>): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(params)) form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([bytes]), `${name}.png`);
  return replyOf(await fetch(`${world.baseUrl}/bot${token}/${method}`, { method: "POST", body: form }));
}

/** The one place where the test trusts the shape of a response. */
async function replyOf(reply: Response): Promise<Reply> {
  const body = (await reply.json()) as Omit<Reply, "status" | "retryAfter">;
  return { ...body, status: reply.status, retryAfter: reply.headers.get("retry-after") };
}

const send = (params: Record<string, unknown>, as = token) => ask("sendMessage", { chat_id: channel, text: "Hello", ...params }, as);
const refusal = (error: string) => ({ status: 400, description: `Bad Request: ${error}` });
const refused = async (reply: Promise<Reply>) => {
  const { status, description } = await reply;
  return { status, description };
};

async function picture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: "#080" } })
      .png()
      .toBuffer(),
  );
}

/** A bot's updates with kind and payload. */
async function updates(params: Record<string, unknown> = {}, as = token): Promise<{ update_id: number; kind: string; payload: Result }[]> {
  const { result } = await ask("getUpdates", params, as);
  return Array.from({ length: result.length }, (_, index) => {
    const { update_id, ...rest } = Object(result)[index];
    const [kind = ""] = Object.keys(rest);
    return { update_id, kind, payload: rest[kind] };
  });
}

async function otherBot(rights: { can_edit_messages: boolean }): Promise<string> {
  const other = `4242:${"o".repeat(35)}`;
  await world.objects.put("bot", "4242", { token: other, first_name: "Other", username: "other_bot", allowed_updates: null });
  const member = { chat_id: channel, bot_id: "4242", status: "administrator", can_post_messages: true, ...rights };
  await world.objects.put("member", `${channel}/4242`, member);
  return other;
}

test("methods are called by GET and POST, by query, JSON, form and multipart, in any case", async () => {
  const get = await fetch(`${world.baseUrl}/bot${token}/SENDMESSAGE?chat_id=${encodeURIComponent("@corner_bakery")}&text=One`);
  assert.equal((await replyOf(get)).result.text, "One");
  const body = new URLSearchParams({ chat_id: channel, text: "Two", reply_parameters: '{"message_id":1}' });
  const form = await replyOf(await fetch(`${world.baseUrl}/bot${token}/sendMessage`, { method: "POST", body }));
  assert.deepEqual([form.result.text, form.result.reply_to_message.message_id], ["Two", 1]);
  assert.equal((await upload("sendMessage", { chat_id: channel, text: "Three" }, {})).result.message_id, 3);
});

test("a wrong token is unauthorized, no token and no method are not found", async () => {
  const { status, ok, description } = await ask("getMe", {}, `${token.split(":")[0]}:wrong`);
  assert.deepEqual([status, ok, description], [401, false, "Unauthorized"]);
  assert.equal((await ask("getMe", {}, "999:wrong")).status, 401);
  assert.equal((await ask("getNothing")).description, "Not Found: method not found");
  assert.equal((await replyOf(await fetch(`${world.baseUrl}/bot/getMe/x`))).description, "Not Found");
});

test("the account with a given name is the same channel and bot however often it is requested", async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => telegramSandbox.account("Söhne & Töchter 2", world)));
  assert.equal(new Set(accounts.map(({ credentials }) => JSON.stringify(credentials))).size, 1);
  assert.equal(accounts[0]?.credentials.chatId, "@sohne_tochter_2");
  const names = ["", "12", "ab", "日本"].map(async (name) => (await telegramSandbox.account(name, world)).credentials.chatId);
  assert.deepEqual(await Promise.all(names), ["@channel", "@channel", "@ab_news", "@channel"]);
});

test("ids in a chat are consecutive, even for concurrent senders", async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => send({ text: `Message ${index}` })));
  assert.deepEqual(
    replies.map(({ result }) => result.message_id).toSorted((a, b) => a - b),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  await ask("deleteMessage", { chat_id: channel, message_id: 12 });
  assert.equal((await send({})).result.message_id, 13);
});

test("texts are 1 to 4096 units and captions at most 1024; markup is refused", async () => {
  assert.deepEqual(await refused(send({ text: " \n" })), refusal("message text is empty"));
  assert.deepEqual(await refused(send({ text: "x".repeat(4097) })), refusal("message is too long"));
  assert.equal((await send({ text: `${"👍".repeat(2048)} ` })).status, 200);
  assert.deepEqual(
    await refused(upload("sendPhoto", { chat_id: channel, caption: "x".repeat(1025) }, { photo: png })),
    refusal("message caption is too long"),
  );
  assert.equal((await send({ parse_mode: "HTML" })).status, 400);
});

test("chats and rights are checked", async () => {
  assert.deepEqual(await refused(send({ chat_id: "@nobody_at_all" })), refusal("chat not found"));
  assert.deepEqual(await refused(send({ chat_id: "" })), refusal("chat_id is empty"));
  const stranger = (await telegramSandbox.account("Stranger", world)).credentials.botToken;
  assert.equal((await send({}, stranger)).description, "Forbidden: bot is not a member of the channel chat");
  await world.objects.put("chat", "-5", { type: "group", title: "Old", username: null, linked_chat_id: null, migrated_to: "-1005" });
  const moved = await send({ chat_id: -5 });
  assert.deepEqual(
    [moved.description, moved.parameters],
    ["Bad Request: group chat was upgraded to a supergroup chat", { migrate_to_chat_id: -1005 }],
  );
});

test("a reply needs its parent, unless it may be sent without", async () => {
  assert.deepEqual(await refused(send({ reply_parameters: { message_id: 9 } })), refusal("message to be replied not found"));
  assert.equal((await send({ reply_parameters: { message_id: 9, allow_sending_without_reply: true } })).status, 200);
  assert.equal((await send({ reply_to_message_id: 1 })).result.reply_to_message.message_id, 1);
});

test("photos have their dimensions; invalid, too large or too elongated ones are refused", async () => {
  const photo = await upload("sendPhoto", { chat_id: channel, photo: "attach://file0", caption: " A photo " }, { file0: png });
  const [size] = photo.result.photo;
  assert.deepEqual([photo.result.caption, size?.width, size?.height], ["A photo", 8, 6]);
  const sendPhoto = (bytes: Uint8Array<ArrayBuffer>) => refused(upload("sendPhoto", { chat_id: channel }, { photo: bytes }));
  assert.deepEqual(await sendPhoto(new Uint8Array([1, 2, 3])), refusal("IMAGE_PROCESS_FAILED"));
  assert.deepEqual(await sendPhoto(await picture(210, 10)), refusal("PHOTO_INVALID_DIMENSIONS"));
  assert.deepEqual(await sendPhoto(new Uint8Array()), refusal("file must be non-empty"));
  await world.objects.put("settings", "server", { photo_bytes: 10, file_bytes: 2000 });
  assert.match((await sendPhoto(png)).description, /too big for a photo/);
  assert.deepEqual(await refused(upload("sendDocument", { chat_id: channel }, { document: new Uint8Array(2001) })), {
    status: 413,
    description: "Request Entity Too Large",
  });
});

test("a file can be resent by its id, and URLs are not fetched", async () => {
  const photo = await upload("sendPhoto", { chat_id: channel }, { photo: png });
  const [size] = photo.result.photo;
  const again = await ask("sendPhoto", { chat_id: channel, photo: size?.file_id });
  assert.deepEqual(again.result.photo, photo.result.photo);
  assert.deepEqual(
    await refused(ask("sendPhoto", { chat_id: channel, photo: "https://example.com/a.png" })),
    refusal("wrong file identifier/HTTP URL specified"),
  );
  assert.deepEqual(await refused(ask("sendPhoto", { chat_id: channel })), refusal("there is no photo in the request"));
});

test("an album has 2 to 10 items of kinds that go together, all or nothing", async () => {
  const item = (type: string) => ({ type, media: "attach://a" });
  const album = (media: unknown[]) => upload("sendMediaGroup", { chat_id: channel, media }, { a: png });
  const sent = await album([{ ...item("photo"), caption: "Both" }, item("video")]);
  assert.equal(sent.result.length, 2);
  const [first, second] = [Object(sent.result)[0], Object(sent.result)[1]];
  assert.deepEqual([first.caption, second.message_id - first.message_id, second.media_group_id], ["Both", 1, first.media_group_id]);
  assert.deepEqual(await refused(album([])), refusal("there are no messages to send"));
  assert.deepEqual(await refused(album(Array(11).fill(item("photo")))), refusal("too many messages to send as an album"));
  assert.deepEqual(await refused(album([item("document"), item("photo")])), refusal("document can't be mixed with other media types"));
  assert.equal((await album([item("photo"), item("animation")])).status, 400);
  assert.equal((await album([item("photo"), { type: "photo", media: "attach://b" }])).status, 400);
  assert.equal((await send({})).result.message_id, 3);
  assert.equal(Object((await album([item("photo")])).result)[0].media_group_id, undefined);
});

test("an album interrupted by a crash is completed on the chat's next use", async () => {
  const album = { chat_id: channel, media: [1, 2, 3].map(() => ({ type: "photo", media: "attach://a" })) };
  await upload("sendMediaGroup", album, { a: png });
  const messages = await Promise.all([1, 2, 3].map((number) => world.objects.get("message", `${channel}/${number}`)));
  await world.objects.put("album", "cut", { chat_id: channel, messages: messages.map((message) => message?.document) });
  for (const number of [2, 3]) await world.objects.delete("message", `${channel}/${number}`);
  const move = { chat_id: channel, message_id: 3, latitude: 1000, longitude: 1000 };
  assert.match((await ask("editMessageLiveLocation", move)).description, /no live location/);
  assert.equal(await world.objects.get("album", "cut"), null);
  assert.equal((await send({})).result.message_id, 4);
});

test("polls and quizzes are checked against their limits and are anonymous in channels", async () => {
  const poll = { chat_id: channel, question: "Which?", options: [{ text: "A" }, { text: "B" }] };
  const ok = await ask("sendPoll", { ...poll, type: "quiz", correct_option_ids: [1], explanation: "Because", open_period: 86_400 });
  assert.deepEqual(
    [ok.result.poll.type, ok.result.poll.correct_option_ids, ok.result.poll.explanation, ok.result.poll.is_closed],
    ["quiz", [1], "Because", false],
  );
  assert.equal((await ask("sendPoll", { ...poll, type: "quiz", correct_option_id: 0 })).status, 200);
  const wrong: [object, string][] = [
    [{ question: "" }, "poll question must be non-empty"],
    [{ question: "x".repeat(301) }, "poll question length must not exceed 300"],
    [{ options: [] }, "poll must have at least 1 option"],
    [{ options: Array(13).fill({ text: "A" }) }, "poll can't have more than 12 options"],
    [{ options: [{ text: "x".repeat(101) }] }, "poll options length must not exceed 100"],
    [{ is_anonymous: false }, "non-anonymous polls can't be sent to channel chats"],
    [{ type: "quiz" }, "wrong correct option ID specified"],
    [{ type: "quiz", correct_option_ids: [2] }, "wrong correct option ID specified"],
    [{ type: "quiz", correct_option_ids: [0], explanation: "x".repeat(201) }, "poll explanation is too long"],
    [{ type: "quiz", correct_option_ids: [0], explanation: "a\nb\nc\nd" }, "poll explanation is too long"],
    [{ explanation: "x" }, "explanation can be used only in quiz polls"],
    [{ open_period: 4 }, "wrong poll open period specified"],
    [{ description: "x".repeat(1025) }, "message caption is too long"],
  ];
  for (const [fields, words] of wrong) assert.deepEqual(await refused(ask("sendPoll", { ...poll, ...fields })), refusal(words));
});

test("moving a live location that is none reveals what is at an id, changes nothing, and shares the limit of messages", async () => {
  const other = await otherBot({ can_edit_messages: false });
  const mighty = await otherBot({ can_edit_messages: true });
  const move = (message_id: number, as = token) =>
    ask("editMessageLiveLocation", { chat_id: channel, message_id, latitude: 1000, longitude: 1000 }, as);
  await send({ reply_markup: { inline_keyboard: [] } });
  await send({}, other);
  for (const as of [token, mighty]) {
    assert.deepEqual(await refused(move(1, as)), refusal("there is no live location in the message to edit"));
  }
  assert.deepEqual(await refused(move(2)), refusal("message can't be edited"));
  assert.deepEqual(await refused(move(3)), refusal("message to edit not found"));
  await world.objects.put("settings", "server", { messages_per_minute_in_chat: 6 });
  assert.equal((await move(1)).status, 429);
});

test("whether updates wait can be asked without taking them", async () => {
  await send({});
  assert.equal(Object((await ask("getWebhookInfo")).result).pending_update_count, 1);
  assert.equal((await updates()).length, 1);
});

test("more messages per minute than the chat allows are refused with both forms of the wait", async () => {
  await world.objects.put("settings", "server", { messages_per_minute_in_chat: 3 });
  const album = { chat_id: channel, media: [1, 2].map(() => ({ type: "photo", media: "attach://a" })) };
  await send({});
  passedSeconds = 10;
  await upload("sendMediaGroup", album, { a: png });
  const flood = await upload("sendMediaGroup", album, { a: png });
  assert.deepEqual(
    [flood.status, flood.description, flood.parameters, flood.retryAfter],
    [429, "Too Many Requests: retry after 60", { retry_after: 60 }, "60"],
  );
  assert.equal((await send({})).retryAfter, "50");
  passedSeconds = 60;
  assert.equal((await send({})).status, 200);
});

test("a channel's post is copied into its discussion group, and the bot gets an update only for the copy", async () => {
  await send({ text: "Fresh" });
  const [update, ...others] = await updates();
  assert.equal(others.length, 0);
  assert.equal(update?.kind, "message");
  const copy = Object(update?.payload);
  assert.deepEqual(
    [copy.chat.id, copy.is_automatic_forward, copy.sender_chat.id, copy.forward_origin.message_id, copy.text],
    [Number(group), true, Number(channel), 1, "Fresh"],
  );
});

test("updates are repeated until confirmed, for at most 24 hours; a negative offset drops earlier ones", async () => {
  for (const text of ["One", "Two", "Three"]) await send({ text });
  const all = await updates();
  assert.deepEqual(await updates({ limit: 1 }), all.slice(0, 1));
  assert.deepEqual(await updates({ offset: Number(all[1]?.update_id) }), all.slice(1));
  assert.deepEqual(await updates(), all.slice(1));
  assert.deepEqual(await updates({ offset: -1 }), all.slice(2));
  assert.deepEqual(await updates(), all.slice(2));
  passedSeconds = 24 * 3600;
  assert.deepEqual(await updates(), []);
});

test("a second reader of updates terminates the first", async () => {
  const first = ask("getUpdates", { timeout: 20 });
  await eventually("the first one waits", () => looks > 0);
  const second = ask("getUpdates", { timeout: 20 });
  const gone = await first;
  assert.deepEqual([gone.status, gone.description.slice(0, 44)], [409, "Conflict: terminated by other getUpdates req"]);
  await send({});
  assert.equal((await second).result.length, 1);
});

test("a stopping server keeps no reader waiting", async () => {
  const waiting = ask("getUpdates", { timeout: 50 });
  await eventually("a reader waits", () => looks > 0);
  await app.close();
  // Whoever is kept waiting has an empty list at last.
  assert.equal((await waiting).status, 409);
});

test("other bots get updates for channel posts; reactions go to those that request them", async () => {
  const other = await otherBot({ can_edit_messages: false });
  await updates({ allowed_updates: ["message_reaction_count"] });
  await send({}, other);
  await send({});
  assert.deepEqual(
    (await updates({}, other)).map(({ kind, payload }) => [kind, payload.message_id]),
    [["channel_post", 2]],
  );
  await telegramSandbox.react(world, `${channel}/1`, { kind: "like" });
  await telegramSandbox.react(world, `${channel}/1`, { kind: "like" });
  assert.deepEqual(
    (await updates()).map(({ kind, payload }) => [kind, Object(payload).reactions[0].total_count]),
    [
      ["message_reaction_count", 1],
      ["message_reaction_count", 2],
    ],
  );
});

test("readers see posts with albums as one, comments below the post and not below its copy, and all counts", async () => {
  await upload(
    "sendMediaGroup",
    { chat_id: channel, media: ["Album #bread", undefined].map((caption) => ({ type: "photo", media: "attach://a", caption })) },
    { a: png },
  );
  await ask("sendPoll", { chat_id: channel, question: "Which?", options: ["A", "B"], description: "Choose", open_period: 600 });
  for (const kind of ["like", "share", "like"] as const) await telegramSandbox.react(world, `${channel}/1`, { kind });
  await telegramSandbox.react(world, `${channel}/1`, { kind: "comment", text: "Nice" });
  await telegramSandbox.react(world, `${channel}/99`, { kind: "like" });
  const feed = await telegramSandbox.feed(world, { limit: 10 });
  const comment = feed.find(({ text }) => text === "Nice");
  const [poll, album] = feed.filter(({ replyTo }) => replyTo === null);
  assert.equal(feed.length, 3);
  assert.deepEqual(
    [comment?.author, comment?.replyTo, comment?.url],
    ["Reader", `${channel}/1`, `${world.baseUrl}/corner_bakery/1?comment=4`],
  );
  assert.deepEqual([poll?.text, poll?.poll], ["Choose\n\nWhich?", { options: ["A", "B"], endsAt: addSeconds(world.now(), 600) }]);
  assert.deepEqual([album?.id, album?.author, album?.media.length], [`${channel}/1`, "Corner Bakery", 2]);
  assert.deepEqual(album?.counts, { likes: 2, comments: 1, shares: 1 });
  assert.deepEqual(album?.links, [{ start: 6, end: 12, href: "https://t.me/s/%23bread" }]);
  const page = await (await fetch(`${world.baseUrl}/corner_bakery/1`)).text();
  assert.match(page, /Album/);
  assert.match(page, /Nice/);
  const file = await fetch(album?.media[0]?.url ?? "");
  assert.deepEqual([file.status, file.headers.get("content-type"), (await file.arrayBuffer()).byteLength], [200, "image/png", png.length]);
});

test("pages are found by name and by number; missing ones are not found", async () => {
  await send({ text: "Fresh" });
  const status = async (path: string) => (await fetch(world.baseUrl + path)).status;
  assert.equal(await status("/corner_bakery"), 200);
  assert.equal(await status("/Corner_Bakery/1"), 200);
  assert.equal(await status(`/c/${channel.slice(4)}/1`), 200);
  for (const path of ["/nobody_here", "/nobody_here/1", "/corner_bakery/2", "/c/1/1", "/files/1/a.png"])
    assert.equal(await status(path), 404, path);
});

test("a channel whose name starts like a Bot API path still has its page", async () => {
  const { botToken, chatId } = (await telegramSandbox.account("Botanic Garden", world)).credentials;
  await ask("sendMessage", { chat_id: chatId, text: "Roses" }, botToken);
  const page = await fetch(`${world.baseUrl}/botanic_garden/1`);
  assert.match(await page.text(), /Roses/);
});
