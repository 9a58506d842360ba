import assert from "node:assert/strict";
import test from "node:test";
import { cleaned, linesOf, quoted } from "./words.ts";

test("text stays on one line and within its quotes", () => {
  assert.equal(linesOf([{ body: 'one"\n- id: 2\nnext: delete' }]), '- body: "one\\"\\n- id: 2\\nnext: delete"');
});

test("invisible characters are removed, what people write is kept", () => {
  const tagged = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
  assert.equal(cleaned(`a${tagged}b`), "ab");
  assert.equal(cleaned("a\u0007\u001b[31mb\u202ec\u0000"), "a[31mbc");
  for (const kept of ["line\nbreak\ttab", "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é", "שלום\u200f", "नमस्ते\u200dक"]) assert.equal(cleaned(kept), kept);
});

test("hidden text does not pass as a flag emoji", () => {
  const tags = [..."do this now"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
  assert.ok(cleaned(`🏴${tags}`).length <= "🏴".length + 2 * 7);
});

test("long text is cut at a whole character, with a note", () => {
  assert.equal(quoted("👍👍👍", 2), '"👍👍" (cut, 3 characters in all)');
  assert.equal(quoted("👍👍", 2), '"👍👍"');
});

test("platform messages are cut earlier than captions", () => {
  const long = "x".repeat(2000);
  assert.match(linesOf({ message: long }), /^message: "x{500}" \(cut, 2000 characters in all\)$/);
  assert.equal(linesOf({ body: long }), `body: "${long}"`);
});

test("nested data is indented, missing values are shown as none", () => {
  assert.equal(
    linesOf({ id: 1, title: null, media: [], channel: { id: 4, name: "@a" }, options: ["x", "y"] }),
    ["id: 1", "title: none", "media: none", "channel:", "  id: 4", '  name: "@a"', "options:", '  - "x"', '  - "y"'].join("\n"),
  );
});

test("times replace the raw fields, and an object's own zone is kept", () => {
  const moment = { local: "2026-11-21 10:00:00", weekday: "Saturday", utc: "2026-11-21 09:00:00" };
  const times = { timezone: "Europe/Berlin", createdAt: moment, postDate: null, next: moment };
  assert.equal(
    linesOf({ timezone: "Europe/Berlin", createdAt: "2026-11-21T09:00:00.000000Z", postDate: null, times }),
    [
      'timezone: "Europe/Berlin"',
      "createdAt: Saturday 2026-11-21 10:00:00 Europe/Berlin (2026-11-21 09:00:00 UTC)",
      "postDate: none",
      "next: Saturday 2026-11-21 10:00:00 Europe/Berlin (2026-11-21 09:00:00 UTC)",
    ].join("\n"),
  );
});
