import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import type { ExplainedDelivery, Explanation, ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { textWidth } from "../width.ts";
import { explainStory } from "./explain.ts";
import { forecastStory } from "./forecast.ts";

const PLAIN = { width: null, colours: false };

const line: ForecastLine = {
  local: "2026-11-23 09:00",
  utc: "2026-11-23 08:00",
  postId: 12,
  post: "Fresh croissants",
  collectionId: 1,
  collection: "Bread",
  channelId: 1,
  channel: "Bakery",
  channelType: "Mastodon",
  slot: "Mon 09:00",
  outcome: "PUBLISHED",
  reason: null,
  message: null,
};

test("A forecast is grouped by day, with one line per post and its channels, and failures with their reasons below", () => {
  const lines: ForecastLine[] = [
    line,
    { ...line, channelId: 2, channel: "@bakery.example", channelType: "Bluesky" },
    { ...line, channelId: 3, channel: "YouTube films", channelType: "YouTube", outcome: "SKIPPED", reason: "unsuitable" },
    { ...line, channelId: 4, channel: "@loaves", channelType: "X", outcome: "FAILED", reason: "text_too_long" },
    { ...line, local: "2026-11-24 17:30", utc: "2026-11-24 16:30", postId: 13, post: "" },
    { ...line, local: null, utc: null, slot: null, postId: 14, post: "Summer", outcome: "STAYS", reason: "draft" },
    { ...line, local: null, utc: null, slot: null, postId: 14, post: "Summer", channelId: 2, outcome: "STAYS", reason: "draft" },
  ];
  assert.deepEqual(forecastStory(lines, PLAIN).split("\n"), [
    "Monday, 23 November 2026 (UTC+01:00)",
    "  09:00  #12 “Fresh croissants” from Bread  ✓ Mastodon (Bakery)  ✓ Bluesky (@bakery.example)",
    "          ✗ YouTube films: The platform does not accept this kind of post.",
    "          ✗ X (@loaves): The text is longer than the platform allows.",
    "",
    "Tuesday, 24 November 2026 (UTC+01:00)",
    "  17:30  #13 from Bread  ✓ Mastodon (Bakery)",
    "",
    "Not published",
    "  #14 “Summer” in Bread: A draft is published only once it is queued or scheduled.",
  ]);
  assert.equal(forecastStory([], PLAIN), "Nothing will be published, and nothing is waiting.");
});

test("On a terminal no line of a forecast is longer than it is wide: whole channels go to the next line", () => {
  const names = Array.from({ length: 13 }, (_, number) => `Bakery number ${number + 1}`);
  const lines: ForecastLine[] = [
    ...names.map((channel, index) => ({ ...line, channelId: index + 1, channel })),
    { ...line, channelId: 14, outcome: "FAILED", reason: "text_too_long" },
    { ...line, channelId: 15, channel: `@${"loaf".repeat(30)}`, channelType: "X" },
  ];
  for (const colours of [false, true]) {
    for (const width of [40, 80]) {
      const shown = stripVTControlCharacters(forecastStory(lines, { width, colours })).split("\n");
      for (const each of shown) assert.ok(textWidth(each) <= width, `${width}: ${each}`);
      assert.equal(shown[0], "Monday, 23 November 2026 (UTC+01:00)");
      for (const name of names)
        assert.ok(
          shown.some((each) => each.includes(`✓ Mastodon (${name})`)),
          name,
        );
      assert.ok(shown.join("").replaceAll(" ", "").includes("loaf".repeat(30)));
    }
  }
  assert.deepEqual(forecastStory(lines.slice(0, 3), { width: 80, colours: false }).split("\n").slice(1), [
    "  09:00  #12 “Fresh croissants” from Bread  ✓ Mastodon (Bakery number 1)",
    "      ✓ Mastodon (Bakery number 2)  ✓ Mastodon (Bakery number 3)",
  ]);
});

test("A forecast says how far the brand's clock is from UTC, also on a day on which it changes", () => {
  const at = (local: string, utc: string) => ({ ...line, local, utc, postId: line.postId + Number(local.slice(11, 13)) });
  const lines = [
    at("2027-03-28 01:00", "2027-03-28 00:00"),
    at("2027-03-28 03:00", "2027-03-28 01:00"),
    at("2027-03-29 09:00", "2027-03-29 12:30"),
  ];
  const titles = forecastStory(lines, PLAIN)
    .split("\n")
    .filter((each) => each.includes("2027"));
  const day = "Sunday, 28 March 2027";
  assert.deepEqual(titles, [`${day} (UTC+01:00)`, `${day} (UTC+02:00)`, "Monday, 29 March 2027 (UTC-03:30)"]);
  assert.match(forecastStory([at("2027-03-29 12:30", "2027-03-29 12:30")], PLAIN), /^Monday, 29 March 2027 \(UTC\)\n/);
});

const delivery: ExplainedDelivery = {
  deliveryId: 7,
  kind: "POST",
  channelId: 1,
  channel: "Bakery",
  channelType: "Mastodon",
  dueLocal: "2026-11-23 09:00",
  dueUtc: "2026-11-23 08:00",
  slot: null,
  status: "RETRYING",
  reason: "retry_later",
  meaning: "The platform refused temporarily; the same request will be retried.",
  message: "Too many requests",
  url: null,
  nextTryAt: "2026-11-23T08:05:00.000000Z",
  attempts: [],
  settlements: [],
};
const attempt: ExplainedDelivery["attempts"][number] = {
  number: 1,
  step: "publish",
  times: 1,
  startedAt: "2026-11-23T08:00:01.000000Z",
  endedAt: "2026-11-23T08:00:02.000000Z",
  outcome: "pending",
  detail: null,
  callsLeftOut: 0,
  calls: [],
};
const explanation: Explanation = {
  postId: 12,
  brandId: 1,
  collectionId: 1,
  collection: "Bread",
  post: "Fresh croissants",
  postingType: "NOW",
  status: "PENDING",
  summary: "The post is being published; its deliveries show the progress.",
  timezone: "Europe/Berlin",
  local: null,
  utc: null,
  slot: null,
  queuePosition: null,
  queueLength: null,
  rejoinsAt: null,
  reason: null,
  meaning: null,
  channels: [],
  deliveriesLeftOut: 0,
  deliveries: [],
};

test("An explanation shows what has happened on each channel, with the steps as a short list", () => {
  const deliveries: ExplainedDelivery[] = [
    { ...delivery, attempts: [attempt, { ...attempt, step: "check", times: 60, outcome: "busy", detail: "Too many requests" }] },
    { ...delivery, kind: "COMMENT", status: "commented", message: null, nextTryAt: null, url: "https://mastodon.example/2" },
  ];
  assert.deepEqual(explainStory({ ...explanation, deliveries, deliveriesLeftOut: 3 }, PLAIN).split("\n"), [
    "#12 “Fresh croissants” from Bread",
    "The post is being published; its deliveries show the progress.",
    "",
    "What has happened",
    "  2026-11-23 09:00  … Mastodon (Bakery): Too many requests Next step at 2026-11-23 08:05:00 UTC.",
    "      1. 08:00:01 UTC  sent: still being processed",
    "      2. 08:00:01 UTC  checked progress 60 times: refused for now: Too many requests",
    "  2026-11-23 09:00  ✓ comment on Mastodon (Bakery): https://mastodon.example/2",
    "  3 older ones are not listed.",
  ]);
});

test("An undecided delivery says how to settle it, and then shows who decided what and when", () => {
  const cut = { ...attempt, outcome: "undecidable", step: "find" } as const;
  const undecided = {
    ...delivery,
    status: "FAILED",
    reason: "undecided",
    message: "Not determined.",
    nextTryAt: null,
    attempts: [cut],
  } as const;
  const story = (one: ExplainedDelivery) =>
    explainStory({ ...explanation, deliveries: [one] }, PLAIN)
      .split("\n")
      .slice(4);
  assert.deepEqual(story({ ...undecided, attempts: [cut] }), [
    "  2026-11-23 09:00  ✗ Mastodon (Bakery): Not determined.",
    "      1. 08:00:01 UTC  looked for it: cannot be determined",
    "      Look on the network, then settle it: rostrum admin deliveries settle --delivery-id 7 --published URL, or --again",
  ]);
  const at = "2026-11-23T10:30:00.000000Z";
  const url = "https://mastodon.example/2";
  const settlements = [
    { at: "2026-11-23T08:30:00.000000Z", by: "Ada", decision: "again", url: null } as const,
    { at, by: "Bo", decision: "published", url } as const,
  ];
  const later = { ...attempt, number: 2, outcome: "unknown", startedAt: "2026-11-23T08:30:01.000000Z" };
  assert.deepEqual(story({ ...undecided, status: "PUBLISHED", reason: "published", url, settlements, attempts: [cut, later] }), [
    "  2026-11-23 09:00  ✓ Mastodon (Bakery): https://mastodon.example/2",
    "      1. 08:00:01 UTC  looked for it: cannot be determined",
    "         2026-11-23 08:30 UTC  Ada decided: send it again",
    "      2. 08:30:01 UTC  sent: no certain answer",
    "         2026-11-23 10:30 UTC  Bo decided: it is there: https://mastodon.example/2",
  ]);
});

test("A forecast and an explanation say until when a channel is held", () => {
  const message = "The cap is reached. Nothing is sent until 2026-11-25 00:00 UTC.";
  const held = { outcome: "PUBLISHED", reason: "channel_held", message } as const;
  const failing = { outcome: "FAILED", reason: "held_too_long", message } as const;
  assert.deepEqual(
    forecastStory(
      [
        { ...line, ...held },
        { ...line, ...failing, channelId: 2 },
      ],
      PLAIN,
    )
      .split("\n")
      .slice(2),
    [`          … Mastodon (Bakery): ${message}`, `          ✗ Mastodon (Bakery): ${message}`],
  );
  const channels = [
    { channelId: 1, channel: "Bakery", channelType: "X", obstacle: null, ownWords: false, preferences: null, ...held } as const,
  ];
  assert.deepEqual(
    explainStory({ ...explanation, channels }, PLAIN)
      .split("\n")
      .slice(2),
    ["", "What will happen", `  … X (Bakery): ${message}`],
  );
});

test("An explanation shows what will happen on channels that differ from the summary", () => {
  const channel = {
    channelId: 1,
    channel: "Bakery",
    channelType: "X",
    outcome: "STAYS",
    reason: "draft",
    obstacle: null,
    message: null,
    ownWords: false,
    preferences: null,
  } as const;
  const channels = [channel, { ...channel, obstacle: "text_too_long", message: "The text has 300 characters; X takes 280." } as const];
  assert.deepEqual(
    explainStory({ ...explanation, channels }, PLAIN)
      .split("\n")
      .slice(2),
    ["", "What will happen", "  ✗ X (Bakery): The text has 300 characters; X takes 280."],
  );
  const preferences = "Who may see posts: Friends (this post); Allow comments: off";
  assert.deepEqual(
    explainStory({ ...explanation, channels: [{ ...channel, outcome: "PUBLISHED", reason: null, preferences }] }, PLAIN)
      .split("\n")
      .slice(4),
    ["  ✓ X (Bakery)", `    ${preferences}`],
  );
});

test("Marks are coloured on a terminal, and names cannot control it", () => {
  const text = explainStory({ ...explanation, post: "\x1b[2Jbread", deliveries: [delivery] }, { width: 80, colours: true });
  assert.ok(text.includes("\x1b[33m…\x1b[39m"));
  assert.ok(!text.includes("\x1b[2J"));
});
