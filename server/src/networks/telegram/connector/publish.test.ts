import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { streamed } from "../../../testing/media.ts";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { find } from "../sandbox/model.ts";
import { telegram } from "./index.ts";
import { methodOf, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const publish = (fields: Partial<OutgoingPost>, checkpoint = memoryCheckpoint()) =>
  telegram.publish(aPost(fields), stage.account(), stage.call(checkpoint));

async function published(fields: Partial<OutgoingPost>) {
  const outcome = await publish(fields);
  return outcome.kind === "published" ? outcome : assert.fail(JSON.stringify(outcome));
}

/** The methods that sent something; lookups are left out. */
const sentMethods = () => stage.exchanges.map(methodOf).filter((method) => method.startsWith("send"));
const fileOf = async (id: string | undefined) => find(stage.world, "file", id ?? "");
const aPdf = (name = "menu.pdf") =>
  aVideo({ name, mime: "application/pdf", file: async () => streamed(Buffer.from("%PDF-1.7 %%EOF"), { name, type: "application/pdf" }) });
const aGif = () =>
  aVideo({
    name: "steam.gif",
    mime: "image/gif",
    file: async () => streamed(Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), { name: "steam.gif", type: "image/gif" }),
  });

// Shows Telegram: text alone, address of the post
test("a text becomes a message, with its id and an address that a reader can open", async () => {
  const outcome = await published({ text: "Fresh <croissants> & more_*[1]\nhttps://shop.example/a?b=1" });
  const [message] = await stage.messages();
  assert.deepEqual(outcome, { kind: "published", remoteId: "1", url: `${stage.world.baseUrl}/corner_bakery/1` });
  assert.equal(message?.text, "Fresh <croissants> & more_*[1]\nhttps://shop.example/a?b=1");
  const page = await fetch(outcome.url ?? "");
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Fresh &#60;croissants&#62; &#38; more_\*\[1\]/);
});

test("on Telegram itself the address is t.me's: by name, by number if there is none, null in basic groups", async () => {
  const settings = Object(stage.account().settings);
  const at = async (facts: object, chatId = stage.chatId) => {
    const account = { ...stage.account(), settings: { ...settings, pagesAtBase: false, ...facts } };
    const credentials = { ...Object(account.credentials), chatId };
    const outcome = await telegram.publish(aPost(), { ...account, credentials }, stage.call());
    return outcome.kind === "published" ? outcome.url : assert.fail(JSON.stringify(outcome));
  };
  assert.equal(await at({}), "https://t.me/corner_bakery/1");
  await stage.change("chat", stage.chatId, { username: "corner_bakery_rye" });
  assert.equal(await at({}), "https://t.me/corner_bakery_rye/2", "its name has changed since it was connected");
  await stage.change("chat", stage.chatId, { username: null });
  assert.equal(await at({}), `https://t.me/c/${stage.chatId.slice(4)}/3`);
  await stage.world.objects.put("chat", "-5", { type: "group", title: "Bakers", username: null, linked_chat_id: null, migrated_to: null });
  await stage.change("member", `-5/${stage.botId}`, {
    chat_id: "-5",
    bot_id: stage.botId,
    status: "member",
    can_post_messages: true,
    can_edit_messages: false,
  });
  assert.equal(await at({ username: null, chatType: "group" }, "-5"), null);
});

// Shows Telegram: picture, video, document
test("an image is a photo with the caption, a video has its dimensions, a GIF is an animation, a PDF a document", async () => {
  await published({ type: "IMAGE", text: "A photo", media: [await anImage()] });
  await published({ type: "VIDEO", text: "A video", media: [aVideo()] });
  await published({ type: "IMAGE", text: "A GIF", media: [aGif()] });
  await published({ type: "DOCUMENT", text: "A PDF", media: [aPdf('Menü "1".pdf')] });
  assert.deepEqual(sentMethods(), ["sendPhoto", "sendVideo", "sendAnimation", "sendDocument"]);
  const messages = await stage.messages();
  assert.deepEqual(
    messages.map(({ caption }) => caption),
    ["A photo", "A video", "A GIF", "A PDF"],
  );
  const files = await Promise.all(messages.map(({ file_ids }) => fileOf(file_ids[0])));
  assert.deepEqual(
    files.map((file) => [file?.kind, file?.mime, file?.width, file?.height, file?.duration]),
    [
      ["photo", "image/png", 64, 48, 0],
      ["video", "video/mp4", 640, 360, 12],
      ["animation", "image/gif", 0, 0, 0],
      ["document", "application/pdf", 0, 0, 0],
    ],
  );
});

test("a BMP is converted, and an image that cannot be made to fit is rejected before anything is sent", async () => {
  await published({ type: "IMAGE", media: [await anImage({ name: "old.bmp", mime: "image/bmp" })] });
  const [message] = await stage.messages();
  assert.deepEqual([(await fileOf(message?.file_ids[0]))?.mime, (await fileOf(message?.file_ids[0]))?.name], ["image/jpeg", "old.jpg"]);
  const media = [...(await Promise.all(Array.from({ length: 10 }, () => anImage()))), await anImage({ name: "huge.png", fits: false })];
  assert.deepEqual(await publish({ type: "SLIDES", media }), {
    kind: "rejected",
    reason: "The image huge.png cannot be made to fit the 10000000 bytes that Telegram takes.",
  });
  assert.equal((await stage.messages()).length, 1);
});

test("a photo is requested within 10 MB and within 10000 for width plus height", async () => {
  const demands: unknown[] = [];
  const noted = <T>(wanted: T): T => {
    demands.push(wanted);
    return wanted;
  };
  const image = { ...(await anImage()), width: 12_000, height: 6000, sizeBytes: 20_000_000 };
  const media = [{ ...image, image: (wanted: Parameters<typeof image.image>[0]) => image.image(noted(wanted)) }];
  await published({ type: "IMAGE", media });
  const [{ types, maxBytes, maxPixels }] = demands.map(Object);
  assert.deepEqual([types, maxBytes], [["image/jpeg", "image/png"], 10_000_000]);
  const width = Math.sqrt(maxPixels * 2);
  assert.ok(width + width / 2 <= 10_000 && width + width / 2 > 9900, String(maxPixels));
});

test("a picture too elongated for a photo goes as a document", async () => {
  const strip = { ...(await anImage({ name: "strip.png" })), width: 2100, height: 100 };
  await published({ type: "IMAGE", text: "A strip", media: [strip] });
  assert.deepEqual(sentMethods(), ["sendDocument"]);
});

// Shows Telegram: several pictures
test("2 to 10 files are an album with the caption on the first, identified by its first message", async () => {
  const outcome = await published({ type: "MULTIMEDIA", text: "Oven and bread", media: [await anImage(), aVideo(), await anImage()] });
  const messages = await stage.messages();
  assert.deepEqual(sentMethods(), ["sendMediaGroup"]);
  assert.deepEqual(
    messages.map(({ message_id, caption }) => [message_id, caption]),
    [
      [1, "Oven and bread"],
      [2, ""],
      [3, ""],
    ],
  );
  assert.equal(new Set(messages.map(({ media_group_id }) => media_group_id)).size, 1);
  assert.deepEqual(outcome, { kind: "published", remoteId: "1", url: `${stage.world.baseUrl}/corner_bakery/1` });
});

test("more than 10 files are several albums, and 11 are an album and a photo", async () => {
  const media = await Promise.all(Array.from({ length: 23 }, () => anImage()));
  const outcome = await published({ type: "SLIDES", text: "Many", media });
  assert.deepEqual(sentMethods(), ["sendMediaGroup", "sendMediaGroup", "sendMediaGroup"]);
  assert.equal((await stage.messages()).length, 23);
  assert.equal(outcome.note, "Continued in 2 more messages below the post.");
  await published({ type: "SLIDES", text: "Eleven", media: media.slice(0, 11) });
  assert.deepEqual(sentMethods().slice(3), ["sendMediaGroup", "sendPhoto"]);
});

test("an album is no larger than one request may be", async () => {
  const large = () => aVideo({ sizeBytes: 30 * 1024 * 1024 });
  await published({ type: "MULTIMEDIA", text: "Two", media: [large(), large()] });
  assert.deepEqual(sentMethods(), ["sendVideo", "sendVideo"]);
});

test("a PDF and images become an album followed by a document; several PDFs are an album of their own", async () => {
  const media = [await anImage(), aPdf(), await anImage()];
  await published({ type: "MULTIMEDIA", text: "Menu", media });
  await published({ type: "DOCUMENT", text: "Two menus", media: [aPdf("a.pdf"), aPdf("b.pdf")] });
  assert.deepEqual(sentMethods(), ["sendMediaGroup", "sendDocument", "sendMediaGroup"]);
  const messages = await stage.messages();
  assert.deepEqual(
    messages.map(({ caption }) => caption),
    ["Menu", "", "", "Two menus", ""],
  );
});

test("GIFs are sent on their own next to an album", async () => {
  await published({ type: "MULTIMEDIA", text: "Mixed", media: [await anImage(), aGif(), await anImage()] });
  assert.deepEqual(sentMethods(), ["sendMediaGroup", "sendAnimation"]);
});

test("a caption of 1024 units stays below the file, a longer one follows in full as a reply", async () => {
  await published({ type: "IMAGE", text: "x".repeat(1024), media: [await anImage()] });
  const outcome = await published({ type: "IMAGE", text: `${"👩‍🍳".repeat(204)}12345`, media: [await anImage()] });
  const [short, photo, text] = await stage.messages();
  assert.equal(short?.caption.length, 1024);
  assert.deepEqual([photo?.caption, text?.text, text?.reply_to], ["", `${"👩‍🍳".repeat(204)}12345`, photo?.message_id]);
  assert.deepEqual([outcome.remoteId, outcome.note], ["2", "Continued in 1 more message below the post."]);
});

test("a text above 4096 is rejected with count and limit, and so is a part of a thread; nothing is sent", async () => {
  assert.deepEqual(await publish({ text: "x".repeat(4097) }), {
    kind: "rejected",
    reason: "The text has 4097 characters; Telegram takes 4096.",
  });
  assert.deepEqual(await publish({ type: "THREAD", segments: ["One", "x".repeat(4097)] }), {
    kind: "rejected",
    reason: "Part 2 of the thread has 4097 characters; Telegram takes 4096.",
  });
  assert.deepEqual(sentMethods(), []);
  await published({ text: "x".repeat(4096) });
});

// Shows Telegram: thread
test("a thread is a chain of replies, with files under its first part", async () => {
  const outcome = await published({ type: "THREAD", segments: ["One", "Two", "Three"], media: [await anImage()] });
  assert.deepEqual(
    (await stage.messages()).map(({ text, caption, reply_to }) => [text || caption, reply_to]),
    [
      ["One", null],
      ["Two", 1],
      ["Three", 2],
    ],
  );
  assert.deepEqual(outcome, { kind: "published", remoteId: "1", url: `${stage.world.baseUrl}/corner_bakery/1` });
});

const POLL = { question: "Which cake next?", options: ["Cherry", "Plum"], period: "3d" as const };

// Shows Telegram: poll
test("a poll has its caption as description and closes after its period", async () => {
  await published({ type: "POLL", text: "You decide.", poll: POLL });
  const [message, ...others] = await stage.messages();
  assert.equal(others.length, 0);
  assert.deepEqual(
    [message?.poll?.question, message?.poll?.options, message?.poll?.description, message?.poll?.open_period, message?.poll?.type],
    ["Which cake next?", ["Cherry", "Plum"], "You decide.", 259_200, "regular"],
  );
});

test("a quiz shows its explanation; one that is too long is shortened and follows in full, hidden until a tap", async () => {
  await published({ type: "POLL", text: "", poll: { ...POLL, correctOptionIndex: 1, explanation: "Plums are in season." } });
  const long = `${"Plums are in season. ".repeat(12)}End.`;
  const outcome = await published({ type: "POLL", text: "", poll: { ...POLL, correctOptionIndex: 0, explanation: long } });
  const [short, quiz, explanation] = await stage.messages();
  assert.deepEqual([short?.poll?.type, short?.poll?.correct_option_ids, short?.poll?.explanation], ["quiz", [1], "Plums are in season."]);
  assert.deepEqual(quiz?.poll?.correct_option_ids, [0]);
  assert.ok((quiz?.poll?.explanation?.length ?? 0) <= 200 && quiz?.poll?.explanation?.endsWith("…"));
  assert.deepEqual([explanation?.text, explanation?.reply_to], [long, quiz?.message_id]);
  assert.deepEqual(explanation?.entities, [{ type: "spoiler", offset: 0, length: long.length }]);
  assert.equal(outcome.note, "Continued in 1 more message below the post.");
});

test("the explanation of a regular poll is a reply; line feeds beyond two become spaces", async () => {
  await published({ type: "POLL", text: "", poll: { ...POLL, explanation: "Because." } });
  await published({ type: "POLL", text: "", poll: { ...POLL, correctOptionIndex: 0, explanation: "a\nb\nc\nd" } });
  const [poll, explanation, quiz, ...others] = await stage.messages();
  assert.deepEqual([poll?.poll?.explanation, explanation?.text, explanation?.reply_to, explanation?.entities], [null, "Because.", 1, []]);
  assert.equal(quiz?.poll?.explanation, "a b c d");
  assert.equal(others.length, 0);
});

test("a poll whose caption is too long for a description, or that has files, follows them as a reply", async () => {
  await published({ type: "POLL", text: "x".repeat(1025), poll: POLL });
  await published({ type: "POLL", text: "Look and choose", poll: POLL, media: [await anImage()] });
  assert.deepEqual(
    (await stage.messages()).map(({ text, caption, poll, reply_to }) => [text.length, caption, poll?.description, reply_to]),
    [
      [1025, "", undefined, null],
      [0, "", null, 1],
      [0, "Look and choose", undefined, null],
      [0, "", null, 3],
    ],
  );
});

test("a server that ignores a poll's caption gets it as a message, so that it is not lost", async () => {
  const call = stage.call();
  const old: typeof call.net.call = async (request) => {
    const reply = await call.net.call(
      String(request.url).endsWith("/sendPoll")
        ? { ...request, body: String(request.body).replace('"description"', '"unknown"') }
        : request,
    );
    return reply;
  };
  const outcome = await telegram.publish(aPost({ type: "POLL", text: "You decide.", poll: POLL }), stage.account(), {
    ...call,
    net: { ...call.net, call: old },
  });
  assert.equal(outcome.kind, "published");
  assert.deepEqual(
    (await stage.messages()).map(({ text, reply_to }) => [text, reply_to]),
    [
      ["", null],
      ["You decide.", 1],
    ],
  );
});

test("a file above 50 MB is rejected with both sizes: before sending on Telegram itself, else by the server's response", async () => {
  const media = [aVideo({ sizeBytes: 52_428_801 })];
  const onTelegram = await telegram.publish(aPost({ type: "VIDEO", media }), stage.account(), { ...stage.call(), baseUrl: null });
  assert.deepEqual(onTelegram, { kind: "rejected", reason: "The file oven.mp4 has 52428801 bytes; Telegram takes 52428800." });
  await stage.settings({ file_bytes: 4000 });
  const onOwnServer = await publish({ type: "VIDEO", media });
  assert.deepEqual(onOwnServer, {
    kind: "rejected",
    reason: "The file oven.mp4 has 52428801 bytes; Telegram takes 52428800. Telegram: Request Entity Too Large (status 413)",
  });
});

test("an empty post is rejected", async () => {
  assert.deepEqual(await publish({ text: "  " }), { kind: "rejected", reason: "The post has neither text nor files nor a poll." });
});
