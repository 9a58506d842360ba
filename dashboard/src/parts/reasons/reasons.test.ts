import assert from "node:assert/strict";
import { test } from "node:test";
import { deliveryReasons, forecastReasons } from "@rostrum/contract/reasons.ts";
import { tellReason } from "./reasons.ts";
import { english } from "./words.ts";

test("every reason has a sentence for people, with the network's name and without codes", () => {
  for (const reason of Object.keys({ ...deliveryReasons, ...forecastReasons }) as (keyof typeof english.said)[]) {
    const message = "(#17) User request limit reached, UND_ERR_SOCKET at 2026-11-28 16:30 UTC";
    const told = tellReason({ reason, message, network: "LinkedIn" });
    assert.ok(told !== null && told.sentence.length > 10, reason);
    assert.doesNotMatch(told.sentence, /#17|UND_ERR|UTC|ROSTRUM_|rostrum admin|\{|_/);
    if (english.said[reason].includes("{network}")) assert.match(told.sentence, /LinkedIn/);
  }
});

test("what the service has measured is said with its amounts", () => {
  const tell = (reason: "file_too_large" | "text_too_long" | "video_too_long" | "too_many_files", message: string) =>
    tellReason({ reason, message, network: "LinkedIn" })?.sentence;
  assert.equal(tell("file_too_large", "The file “a has 3.jpg” has 9 MB; LinkedIn takes 8 MB."), "The file has 9 MB; LinkedIn takes 8 MB.");
  assert.equal(
    tell("text_too_long", "The text has 3050 characters; LinkedIn takes at most 3000 (more on request)."),
    "The text has 3050 characters; LinkedIn takes 3000.",
  );
  assert.equal(
    tell("video_too_long", "The video a.mp4 is 11 min 3 s long; LinkedIn takes at most 10 min."),
    "The video is 11 min 3 s long; LinkedIn takes 10 min.",
  );
  assert.equal(tell("too_many_files", "The post has 21 images; LinkedIn takes at most 20."), "The post has 21 files; LinkedIn takes 20.");
  assert.equal(tell("file_too_large", "Too large."), "A file is too large for LinkedIn.");
});

test("what helps is one thing, and nothing where waiting helps", () => {
  const action = (reason: keyof typeof english.said, message: string | null = null) =>
    tellReason({ reason, message, network: "X" })?.action;
  assert.equal(action("unauthorized"), "logIn");
  assert.equal(action("text_too_long"), "shorten");
  assert.equal(action("unsuitable", "Instagram takes no text alone."), "addPicture");
  assert.equal(action("retry_later"), null);
  assert.equal(tellReason({ reason: null, message: null, network: null }), null);
});
