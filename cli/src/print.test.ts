import assert from "node:assert/strict";
import { test } from "node:test";
import { type PrintOptions, textOf } from "./print.ts";
import { commandRows } from "./rows.ts";
import { terminalOf } from "./terminal.ts";
import { textWidth } from "./width.ts";

const rows = [
  {
    id: 81,
    title: "パン屋の朝 – fresh from the oven, every day but Monday",
    status: "ACTIVE",
    poll: null,
    channels: [{ id: 3, name: "@bakery" }],
  },
  { id: 7, title: "Bread", status: "FAILED", poll: null, channels: [] },
];
const columns = ["id", "title", "status", "poll", "channels"];

function printed(data: unknown, options: Partial<PrintOptions> = {}, pagination?: unknown): string {
  return textOf({ data, pagination }, { json: null, columns, terminal: { width: null, colours: false }, ...options });
}

test("Output to a pipe has every column in full, and wide characters count as two columns", () => {
  const short = rows.map((row) => ({ ...row, title: row.id === 81 ? "パン屋" : row.title }));
  assert.deepEqual(printed(short).split("\n"), [
    "ID  TITLE   STATUS  POLL  CHANNELS",
    "81  パン屋  ACTIVE  -     @bakery",
    "7   Bread   FAILED  -     -",
  ]);
});

test("On a terminal a table fits the width: empty columns are dropped, long texts are cut", () => {
  for (const width of [30, 40, 60, 80, 200]) {
    const lines = printed(rows, { terminal: { width, colours: false } }).split("\n");
    for (const line of lines.slice(0, 3)) assert.ok(textWidth(line) <= width, `${textWidth(line)} > ${width}: ${line}`);
    assert.equal(lines[0]?.includes("POLL"), false);
  }
});

test("A list of posts has whole dates with their zone on any terminal", () => {
  const stored = { createdAt: "2026-11-20T08:00:01.123456Z", updatedAt: "2026-11-20T08:00:01.123456Z" };
  const post = { collectionId: 12, body: "Every day but Monday", media: [], postType: "TEXT", status: "ACTIVE", poll: null, ...stored };
  const posts = [
    { id: 104, title: "Fresh from the oven", ...post, postingType: "SCHEDULE", postDate: "2026-11-23 08:00:00" },
    { id: 105, title: "Rye", ...post, postingType: "QUEUE", postDate: null },
  ];
  const row = commandRows.find(({ words }) => words.join(" ") === "posts list");
  const listed = (width: number | null, data: readonly unknown[] = posts) =>
    printed(data, { columns: row?.columns ?? [], terminal: { width, colours: false } }).split("\n");
  for (const width of [40, 80, 120]) {
    const lines = listed(width);
    for (const line of lines) assert.ok(textWidth(line) <= width, `${textWidth(line)} > ${width}: ${line}`);
    assert.match(lines[0] ?? "", /POST DATE \(UTC\)/);
    assert.match(lines[1] ?? "", / 2026-11-23 08:00( |$)/);
  }
  assert.deepEqual(listed(40).slice(0, 3), [
    "ID   COLLEC…  TITLE    POST DATE (UTC)",
    "104  12       Fresh …  2026-11-23 08:00",
    "105  12       Rye      -",
  ]);
  assert.match(listed(80, [{ ...posts[0], postDate: "2026-11-23 08:00:30" }])[1] ?? "", / 2026-11-23 08:00:30$/);
  assert.match(listed(200)[1] ?? "", / 2026-11-23 08:00 +2026-11-20 08:00:01 +2026-11-20 08:00:01$/);
  assert.match(listed(null)[1] ?? "", / 2026-11-23 08:00:00 .* 2026-11-20T08:00:01.123456Z$/);
});

test("A date on the brand's clock is not said to be in UTC", () => {
  const text = printed([{ id: 1, local: "2026-11-23 09:00:00" }], { columns: ["id", "local"], terminal: { width: 80, colours: false } });
  assert.equal(text, "ID  LOCAL\n1   2026-11-23 09:00:00");
});

test("If even narrow columns do not fit, the last ones are dropped, and a line says so", () => {
  const wide = [Object.fromEntries(Array.from({ length: 12 }, (_, number) => [`field${number}`, "some longer text"]))];
  const text = printed(wide, { columns: Object.keys(wide[0] ?? {}), terminal: { width: 40, colours: false } });
  assert.match(text, /\(8 more columns: --json has all\)$/);
});

test("Colours mark states; without colours no escape sequences are printed", () => {
  const coloured = printed(rows, { terminal: { width: 200, colours: true } });
  assert.ok(coloured.includes("\x1b[32mACTIVE\x1b[39m"));
  assert.ok(coloured.includes("\x1b[31mFAILED\x1b[39m"));
  assert.equal(printed(rows, { terminal: { width: 200, colours: false } }).includes("\x1b"), false);
});

test("Colours are used only on terminals, and never with NO_COLOR or a dumb terminal", () => {
  const screen = { isTTY: true, columns: 100 };
  assert.deepEqual(terminalOf(screen, {}), { width: 100, colours: true });
  assert.deepEqual(terminalOf(screen, { NO_COLOR: "" }), { width: 100, colours: true });
  assert.deepEqual(terminalOf(screen, { NO_COLOR: "1" }), { width: 100, colours: false });
  assert.deepEqual(terminalOf(screen, { TERM: "dumb" }), { width: 100, colours: false });
  assert.deepEqual(terminalOf({ isTTY: false, columns: 100 }, {}), { width: null, colours: false });
});

test("A terminal gets a note about further pages, a pipe does not", () => {
  const pagination = { currentPage: 1, perPage: 2, total: 5, lastPage: 3 };
  assert.match(
    printed(rows, { terminal: { width: 80, colours: false } }, pagination),
    /Page 1 of 3, 5 in total\. Use --page 2 for the next page, --all for all of them\.$/,
  );
  for (const line of printed(rows, { terminal: { width: 40, colours: false } }, pagination).split("\n"))
    assert.ok(textWidth(line) <= 40, line);
  assert.doesNotMatch(printed(rows, {}, pagination), /Page/);
});

test("Names cannot control the terminal", () => {
  const text = printed([{ id: 1, title: "\x1b[2J\x07\r\nBread\x9b31m" }], { columns: ["id", "title"] });
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}/u);
});

test("JSON is the data with its pagination, or just the data", () => {
  assert.deepEqual(JSON.parse(printed(rows, { json: "envelope" }, { total: 2 })), { data: rows, pagination: { total: 2 } });
  assert.deepEqual(JSON.parse(printed(rows[0], { json: "envelope" })), { data: rows[0] });
  assert.deepEqual(JSON.parse(printed(rows[0], { json: "value" })), rows[0]);
});

test("A single value is printed as lines, with nested tables", () => {
  const schedule = { timezone: "UTC", schedule: { MON: [{ time: "09:00", queueId: 1 }], TUE: [] } };
  assert.equal(printed(schedule), "timezone: UTC\nschedule:\n  MON:\n    TIME   QUEUE ID\n    09:00  1\n  TUE: none");
});
