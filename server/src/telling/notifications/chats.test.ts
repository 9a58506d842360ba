import assert from "node:assert/strict";
import { test } from "node:test";
import { CHAT_KINDS, type ChatKind } from "@rostrum/contract/private/notifications.ts";
import { chatRequest } from "./chats.ts";

const message = {
  title: "Bakery: A post was not published",
  lines: ["The post “Bread” was not published."],
  url: "https://social.example/brands/1/published?post=2",
  urlLabel: "See what became of it",
};

function bodyOf(kind: ChatKind, change: Partial<typeof message> = {}, url = "https://chat.example/hooks/secret") {
  const request = chatRequest(kind, url, { ...message, ...change });
  return { url: request.url, body: JSON.parse(request.body) };
}

test("each chat is sent the form of its own documentation", () => {
  const link = message.url;
  const title = message.title;
  const [line] = message.lines;
  assert.deepEqual(bodyOf("SLACK").body, { text: `*${title}*\n${line}\n<${link}|See what became of it>` });
  assert.deepEqual(bodyOf("MATTERMOST").body, { text: `**${title}**\n\n${line}\n\n[See what became of it](${link})` });
  assert.deepEqual(bodyOf("DISCORD").body, {
    content: `**${title}**\n${line}\n[See what became of it](<${link}>)`,
    allowed_mentions: { parse: [] },
  });
  assert.deepEqual(bodyOf("GOOGLE_CHAT").body, { text: `*${title}*\n${line}\n<${link}|See what became of it>` });
  assert.deepEqual(bodyOf("MICROSOFT_TEAMS").body, {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.2",
          body: [
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: title, weight: "Bolder" }] },
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: line }] },
          ],
          actions: [{ type: "Action.OpenUrl", title: "See what became of it", url: link }],
        },
      },
    ],
  });
});

test("ntfy is sent the topic in the body, to the root of its server, wherever that is", () => {
  assert.deepEqual(bodyOf("NTFY", {}, "https://ntfy.example/bakery-7f3a?auth=QmVhcmVy"), {
    url: "https://ntfy.example/?auth=QmVhcmVy",
    body: { topic: "bakery-7f3a", title: message.title, message: message.lines[0], click: message.url },
  });
  assert.equal(bodyOf("NTFY", {}, "https://home.example/push/topic/").url, "https://home.example/push/");
});

test("what people have typed is no markup in any chat, and calls nobody", () => {
  const lines = ["<!channel> <users/all> @all **b** [here](https://evil.example) `x` & <https://evil.example|y>"];
  const text = (kind: ChatKind) => {
    const { body } = bodyOf(kind, { lines });
    return (body.text ?? body.content) as string;
  };
  assert.match(text("SLACK"), /&lt;!channel&gt; &lt;users\/all&gt; @all .* &amp; &lt;https:\/\/evil\.example\|y&gt;\n/);
  assert.doesNotMatch(text("GOOGLE_CHAT").split("\n")[1] ?? "", /[<>]/);
  for (const kind of ["MATTERMOST", "DISCORD"] as const) {
    const [, line = ""] = text(kind).split(/\n+/);
    assert.ok(
      line.startsWith("\\<\\!channel\\> \\<users/all\\> @\u2060all \\*\\*b\\*\\* \\[here\\]\\(https://evil.example\\) \\`x\\`"),
      line,
    );
  }
  const { body } = bodyOf("MICROSOFT_TEAMS", { lines });
  assert.deepEqual(body.attachments[0].content.body[1].inlines, [{ type: "TextRun", text: lines[0] }]);
});

test("however much there is to tell, a message keeps to what the chat takes, with its link", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `${index} ${"*".repeat(600)}`);
  for (const kind of CHAT_KINDS.filter((each) => each !== "MICROSOFT_TEAMS" && each !== "NTFY")) {
    const { body } = bodyOf(kind, { lines });
    const text: string = body.text ?? body.content;
    assert.ok(text.length <= (kind === "DISCORD" ? 2000 : 4000), `${kind} ${text.length}`);
    assert.ok(text.includes(message.url), kind);
    assert.ok(text.includes("…"), kind);
  }
  const { body } = bodyOf("NTFY", { lines: lines.map((line) => line.replaceAll("*", "🥐")) });
  assert.ok(Buffer.byteLength(body.message) <= 4096);
  for (const typed of ["*", "🥐", '"']) {
    const card = chatRequest("MICROSOFT_TEAMS", "https://chat.example/", {
      ...message,
      lines: lines.map((line) => line.replaceAll("*", typed)),
    });
    assert.ok(Buffer.byteLength(card.body) < 28_000, `${typed} ${Buffer.byteLength(card.body)}`);
    assert.ok(card.body.includes(message.url) && card.body.includes("7 "), typed);
  }
});
