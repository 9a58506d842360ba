import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { IMPORT_COLUMNS_MAX, IMPORT_ROW_BYTES_MAX, IMPORT_ROWS_MAX } from "@rostrum/contract/private/imports.ts";
import { type BrandFacts, type Choices, planImport } from "./plan.ts";
import { PROBLEM_COLUMN } from "./sources.ts";
import { readTable, type TableRow } from "./table.ts";

const CHOICES: Choices = { mode: "SCHEDULED", undated: "DRAFT", again: "SKIP" };
const BRAND: BrandFacts = {
  timezone: "Europe/Berlin",
  now: toInstant("2026-11-23T09:00:00Z"),
  collections: [
    { id: 7, title: "All" },
    { id: 8, title: "Bread" },
  ],
  postsPerDay: 10,
  knownAmong: async () => new Set(),
  dueBetween: async () => [],
};

async function rowsOf(bytes: Uint8Array): Promise<readonly TableRow[]> {
  const table = await readTable(bytes);
  if ("problem" in table) throw new Error(table.problem);
  return table;
}

async function planOf(text: string | Uint8Array, choices: Partial<Choices> = {}, facts: Partial<BrandFacts> = {}) {
  return planImport(await rowsOf(typeof text === "string" ? Buffer.from(text) : text), { ...CHOICES, ...choices }, { ...BRAND, ...facts });
}

async function planOfFile(name: string, choices: Partial<Choices> = {}) {
  return planOf(await readFile(new URL(`testing/files/${name}.csv`, import.meta.url)), choices);
}

const bodies = ({ rows }: Awaited<ReturnType<typeof planOf>>) => rows.map(({ body }) => body);

test("a Buffer file is recognised; rows without a date become drafts, or posts of the queue", async () => {
  const plan = await planOfFile("buffer");
  assert.equal(plan.file.source, "BUFFER");
  assert.deepEqual(plan.questions, []);
  assert.deepEqual(bodies(plan), [
    {
      publishMode: "SCHEDULE",
      caption: "Fresh croissants,\nfrom seven",
      media: [{ url: "https://shop.example/croissant.jpg" }],
      scheduledAt: "2027-03-04 09:00:00",
    },
    { publishMode: "SCHEDULE", caption: "Rye with walnuts", scheduledAt: "2027-03-05 17:30:00" },
    { publishMode: "DRAFT", caption: 'She said "more butter"' },
  ]);
  assert.equal(bodies(await planOfFile("buffer", { undated: "QUEUE" }))[2]?.publishMode, "QUEUE");
  assert.deepEqual(
    bodies(await planOfFile("buffer", { mode: "QUEUED" })).map((body) => [body?.publishMode, body?.scheduledAt]),
    Array.from({ length: 3 }, () => ["QUEUE", undefined]),
  );
});

test("a Publer file is recognised: labels lead to the collection of their name, texts of one cell are put together, prompts are no dates", async () => {
  const plan = await planOfFile("publer");
  assert.equal(plan.file.source, "PUBLER");
  assert.deepEqual(bodies(plan)[0], {
    publishMode: "SCHEDULE",
    caption: "Fresh croissants\n\nhttps://shop.example/croissants\nhttps://shop.example/rolls",
    title: "Croissants",
    alt: "A tray of croissants; A basket of rolls",
    link: "https://shop.example/croissants",
    comment: { comment: "Order by noon\n\nOr come by", delay: 0 },
    media: [{ url: "https://shop.example/a.jpg" }, { url: "https://shop.example/b.jpg" }],
    scheduledAt: "2027-03-04 09:00:00",
  });
  assert.deepEqual(plan.places, [{ place: 1, name: "Bread", rows: 1, collectionId: 8 }]);
  assert.deepEqual(
    plan.rows.map(({ collectionId, outcome }) => [collectionId, outcome]),
    [
      [8, "READY"],
      [7, "PROBLEM"],
    ],
  );
  assert.deepEqual(plan.rows[1]?.problems, [
    {
      column: "Date - Intl. format or prompt",
      sentence: "“next Friday at 2 PM” is not a date that can be read. Write it as 2027-03-04 09:00.",
    },
  ]);
  const moved = await planOfFile("publer", { places: "1:7" });
  assert.equal(moved.rows[0]?.collectionId, 7);
});

test("an older Publer file is recognised, and so is one whose columns are named without remarks", async () => {
  const older = await planOf("Date,Message,Link,Media URLs,Title,Labels\n2027/03/04 09:00,Rolls || A warm one || A cold one,,,,\n");
  assert.equal(older.file.source, "PUBLER");
  assert.deepEqual(bodies(older), [
    { publishMode: "SCHEDULE", caption: "Rolls\n\nA warm one\n\nA cold one", scheduledAt: "2027-03-04 09:00:00" },
  ]);
  for (const header of ["Date,Text,Link,Media URL,Title,Label,Alt text(s),Comment(s)", "Date,Text,Link(s),Media URL(s),Alt text(s)"])
    assert.equal((await planOf(`${header}\n2027-03-04 09:00,Rolls\n`)).file.source, "PUBLER", header);
});

test("a Hootsuite file is recognised by its three columns without a header; one date tells the order of all", async () => {
  const plan = await planOfFile("hootsuite");
  assert.deepEqual([plan.file.source, plan.dates], ["HOOTSUITE", "DAY_FIRST"]);
  assert.deepEqual(bodies(plan), [
    {
      publishMode: "SCHEDULE",
      caption: "Guten Morgen, liebe Kundinnen\n\nhttps://shop.example/",
      link: "https://shop.example/",
      scheduledAt: "2027-11-21 09:00:00",
    },
    { publishMode: "SCHEDULE", caption: "Kuchen, Brot und mehr", scheduledAt: "2027-04-03 10:05:00" },
  ]);
});

test("a SocialBee file is recognised, with its media in several columns", async () => {
  const plan = await planOfFile("socialbee");
  assert.equal(plan.file.source, "SOCIALBEE");
  assert.deepEqual(
    bodies(plan).map((body) => [body?.media, body?.scheduledAt]),
    [
      [[{ url: "https://shop.example/oven.jpg" }], "2027-03-04 09:00:00"],
      [[{ url: "https://shop.example/dough.mp4" }], "2027-03-05 09:00:00"],
    ],
  );
});

test("an Ayrshare file is recognised; its dates are in UTC, also those that do not say so", async () => {
  const plan = await planOfFile("ayrshare");
  assert.equal(plan.file.source, "AYRSHARE");
  assert.deepEqual(
    bodies(plan).map((body) => body?.scheduledAt),
    ["2027-07-08 14:30:00", "2027-07-09 14:30:00"],
  );
  assert.deepEqual(
    plan.places.map(({ name }) => name),
    ["mastodon, bluesky", "mastodon"],
  );
});

test("of any other table the columns are guessed, and can be said", async () => {
  const text = "When;What;Where\n2027-03-04 09:00;Hello;Bread\n";
  const asked = await planOf(text);
  assert.deepEqual(
    [asked.file.source, asked.questions],
    ["OTHER", [{ field: "columns", sentence: "Say which column has the text of the posts." }]],
  );
  const told = await planOf(text, { columns: "date:1,caption:2,place:3" });
  assert.deepEqual(bodies(told), [{ publishMode: "SCHEDULE", caption: "Hello", scheduledAt: "2027-03-04 09:00:00" }]);
  assert.equal(told.rows[0]?.collectionId, 8);
  const guessed = await planOf("Caption\tPublish date\tTime\nHello\t4 March 2027\t9:05 PM\n");
  assert.deepEqual(bodies(guessed), [{ publishMode: "SCHEDULE", caption: "Hello", scheduledAt: "2027-03-04 21:05:00" }]);
  const highLevel = await planOf(
    "postAtSpecificTime (YYYY-MM-DD HH:mm:ss),content,link (OGmetaUrl),followUpComment\n2027-03-04 21:05:00,Hello,,More inside\n",
  );
  assert.deepEqual(bodies(highLevel), [
    { publishMode: "SCHEDULE", caption: "Hello", scheduledAt: "2027-03-04 21:05:00", comment: { comment: "More inside", delay: 0 } },
  ]);
});

test("a column that is called a date in UTC is read on that clock, whoever has said that it is the date", async () => {
  const at = ["2027-03-04 10:00:00"];
  const named = await planOf("Text,Scheduled at (UTC)\nHello,2027-03-04 09:00\n");
  const said = await planOf("Text,UTC moment\nHello,2027-03-04 09:00\n", { columns: "caption:1,date:2" });
  for (const plan of [named, said])
    assert.deepEqual(
      bodies(plan).map((body) => body?.scheduledAt),
      at,
    );
});

test("… and so is one whose name says how far its clock is from UTC", async () => {
  for (const [header, expected] of [
    ["Text,Date (GMT+2)", "2027-03-04 08:00:00"],
    ["Text,Date (UTC-5)", "2027-03-04 15:00:00"],
    ["Text,Date (UTC +05:30)", "2027-03-04 04:30:00"],
    ["Text,scheduled_at_utc", "2027-03-04 10:00:00"],
    ["Text,publishDateUTC", "2027-03-04 10:00:00"],
    ["Text,Date (UTC+25)", "2027-03-04 10:00:00"],
    ["Text,Date UTC - 12 hour clock", "2027-03-04 10:00:00"],
    ["Text,Dates in Gmtown", "2027-03-04 09:00:00"],
  ] as const) {
    const columns = /Gmtown|clock/.test(header) ? { columns: "caption:1,date:2" } : {};
    const [body] = bodies(await planOf(`${header}\nHello,2027-03-04 09:00\n`, columns));
    assert.equal(body?.scheduledAt, expected, header);
  }
  const apart = await planOf("Text,Date,Time (UTC)\nHello,2027-03-04,09:00\n");
  assert.equal(bodies(apart)[0]?.scheduledAt, "2027-03-04 10:00:00");
});

test("a row that cannot be imported keeps no later one from it", async () => {
  const long = "x".repeat(20_000);
  const plan = await planOf(
    `text,date,comment\nHello,2027-03-04 09:00,${long}\nHello,2027-03-04 09:00,More\nHello,2027-03-04 09:00,More\n`,
  );
  assert.deepEqual(
    plan.rows.map(({ outcome }) => outcome),
    ["PROBLEM", "READY", "TWICE"],
  );
});

test("text in UTF-8, UTF-16 and Windows-1252 is the same, with a byte order mark or without", async () => {
  const text = "text;date\nBrötchen für 1 €;2027-03-04 09:00\n";
  const utf16 = Buffer.from(text, "utf16le");
  const swapped = Buffer.from(utf16).swap16();
  const windows = Buffer.from([...text].map((letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0))));
  const files = {
    "UTF-8": Buffer.from(text),
    "UTF-8 with a mark": Buffer.from(`\uFEFF${text}`),
    "UTF-16": utf16,
    "UTF-16 with a mark": Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    "UTF-16, the other way round": Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]),
    "Windows-1252": windows,
  };
  for (const [name, bytes] of Object.entries(files)) {
    assert.equal((await planOf(bytes)).rows[0]?.caption, "Brötchen für 1 €", name);
  }
});

test("dates whose day and month cannot be told apart are asked about, never guessed", async () => {
  const open = "text,date\nA,03/04/2027 09:00\nB,05/05/2027 09:00\n";
  const asked = await planOf(open);
  assert.deepEqual([asked.questions.map(({ field }) => field), asked.dates], [["dates"], null]);
  assert.deepEqual(
    asked.rows.map(({ outcome }) => outcome),
    ["PROBLEM", "READY"],
  );
  for (const [dates, expected] of [
    ["DAY_FIRST", "2027-04-03 09:00:00"],
    ["MONTH_FIRST", "2027-03-04 09:00:00"],
  ] as const) {
    const told = await planOf(open, { dates });
    assert.deepEqual([told.questions, told.rows[0]?.localDate], [[], expected]);
  }
  const settled = await planOf(`${open}C,04/25/2027 09:00\n`);
  assert.deepEqual([settled.dates, settled.rows[0]?.localDate], ["MONTH_FIRST", "2027-03-04 09:00:00"]);
  const torn = await planOf(`${open}C,04/25/2027 09:00\nD,25/04/2027 10:00\n`);
  assert.deepEqual([torn.questions.map(({ field }) => field), torn.rows[3]?.localDate], [["dates"], "2027-04-25 10:00:00"]);
});

test("a time that the clock skips is moved as everywhere; in an hour that it shows twice, a moment in the second one is refused", async () => {
  const { rows } = await planOf("text,date\nA,2027-03-28 02:30\nB,2027-10-31 02:30\nC,2027-10-31T01:30:00Z\nD,2027-10-31T00:30:00Z\n");
  assert.deepEqual(
    rows.map(({ localDate, outcome }) => [localDate, outcome]),
    [
      ["2027-03-28 03:30:00", "READY"],
      ["2027-10-31 02:30:00", "READY"],
      [null, "PROBLEM"],
      ["2027-10-31 02:30:00", "READY"],
    ],
  );
});

test("what is wrong is said by row and column, by the rules of a post", async () => {
  const long = "x".repeat(3001);
  const { rows } = await planOf(
    `text,image url,date,comment\n${long},,2027-03-04 09:00,\n,https://shop.example/a.jpg,2027-03-04 09:00,\nC,photo.jpg,2027-03-04 09:00,\nD,,2026-11-23 09:00,\nE,,2027-02-30 09:00,\nF,,2027-03-04,\nG\0,,2027-03-04 09:00,${"y".repeat(1001)}\n`,
  );
  assert.deepEqual(
    rows.map(({ row, problems }) => [row.number, problems]),
    [
      [2, [{ column: "text", sentence: "The text must not be longer than 3000 characters." }]],
      [3, [{ column: "text", sentence: "The text is missing." }]],
      [4, [{ column: "image url", sentence: "The address of the media must be a valid http or https URL." }]],
      [5, [{ column: "date", sentence: "The date has passed." }]],
      [6, [{ column: "date", sentence: "“2027-02-30 09:00” is not a date that can be read. Write it as 2027-03-04 09:00." }]],
      [7, [{ column: "date", sentence: "“2027-03-04” has no time of day. Add one, such as 09:00." }]],
      [
        8,
        [
          { column: "comment", sentence: "The comment must not be longer than 1000 characters." },
          { column: "text", sentence: "The text must not contain NUL characters." },
        ],
      ],
    ],
  );
});

test("rows that are the same, or were imported before, are told, and are imported only on request", async () => {
  const text = "text,date\nHello  there,2027-03-04 09:00\n Hello there,2027-03-04 09:00:00\nHello there,2027-03-05 09:00\n";
  const first = await planOf(text);
  assert.deepEqual(
    first.rows.map(({ outcome }) => outcome),
    ["READY", "TWICE", "READY"],
  );
  const known = new Set([first.rows[0]?.fingerprint ?? ""]);
  const second = await planOf(text, {}, { knownAmong: async () => known });
  assert.deepEqual(
    second.rows.map(({ outcome }) => outcome),
    ["BEFORE", "BEFORE", "READY"],
  );
  const again = await planOf(text, { again: "IMPORT" }, { knownAmong: async () => known });
  assert.deepEqual(
    again.rows.map(({ outcome }) => outcome),
    ["READY", "READY", "READY"],
  );
});

test("the same post for several profiles goes to the collection of each, once", async () => {
  const text = "Text,Date,Profile\nHello,2027-03-04 09:00,Shop\nHello,2027-03-04 09:00,Club\nHello,2027-03-04 09:00,Shop\n";
  const collections = [
    { id: 7, title: "Shop" },
    { id: 8, title: "Club" },
  ];
  const first = await planOf(text, {}, { collections });
  assert.deepEqual(
    first.rows.map(({ outcome, collectionId }) => [outcome, collectionId]),
    [
      ["READY", 7],
      ["READY", 8],
      ["TWICE", 7],
    ],
  );
  const [shop] = first.rows;
  const known = new Set([shop?.fingerprint ?? "", `${shop?.fingerprint} 7`]);
  const second = await planOf(text, {}, { collections, knownAmong: async () => known });
  assert.deepEqual(
    second.rows.map(({ outcome }) => outcome),
    ["BEFORE", "READY", "BEFORE"],
  );
});

test("rows that were imported before take no place of a day", async () => {
  const text = "text,date\nA,2027-03-04 09:00\nB,2027-03-04 10:00\nB,2027-03-04 10:00\n";
  const [first] = (await planOf(text)).rows;
  const known = new Set([first?.fingerprint ?? ""]);
  const due = [{ collectionId: 7, at: toInstant("2027-03-04T09:00:00Z") }];
  const { rows } = await planOf(text, {}, { postsPerDay: 2, dueBetween: async () => due, knownAmong: async () => known });
  assert.deepEqual(
    rows.map(({ outcome }) => outcome),
    ["BEFORE", "READY", "TWICE"],
  );
});

test("rows that a day of a collection has no place for are told before anything is stored", async () => {
  const { rows } = await planOf(
    "text,date\nA,2027-03-04 09:00\nB,2027-03-04 10:00\nC,2027-03-05 09:00\n",
    {},
    { postsPerDay: 2, dueBetween: async () => [{ collectionId: 7, at: toInstant("2027-03-04T22:00:00Z") }] },
  );
  assert.deepEqual(
    rows.map(({ problems }) => problems.map(({ sentence }) => sentence)),
    [[], ["A collection may have 2 scheduled posts per day, and there are as many on 2027-03-04 already."], []],
  );
});

test("failed rows that come back lose the apostrophe before what a spreadsheet would take for a formula", async () => {
  const { rows, file } = await planOf(`text,date,${PROBLEM_COLUMN}\n'=1+1 bread,2027-03-04 09:00,The date has passed.\n`);
  assert.deepEqual([rows[0]?.caption, rows[0]?.outcome, file.source], ["=1+1 bread", "READY", "OTHER"]);
  assert.equal((await planOf("text,date\n'=1+1 bread,2027-03-04 09:00\n")).rows[0]?.caption, "'=1+1 bread");
});

const HOSTILE: Readonly<Record<string, readonly [Buffer | string, RegExp]>> = {
  "a cell of five megabytes": [
    `text,date\n${"x".repeat(5_000_000)},2027-03-04\n`,
    new RegExp(`^Row 2 is longer than ${IMPORT_ROW_BYTES_MAX} bytes`),
  ],
  "a million columns": [",".repeat(1_000_000), new RegExp(`^Row 1 (is longer|has more than ${IMPORT_COLUMNS_MAX} columns)`)],
  "a row of too many columns": [`text,date\n${"a,".repeat(IMPORT_COLUMNS_MAX + 1)}\n`, /^Row 2 has more than 200 columns\.$/],
  "a file of a spreadsheet": ["PK\x03\x04and so on", /^This is not CSV but a file of a spreadsheet/],
  "a quotation mark that is never closed": ['text,date\n"Hello,2027-03-04\n', /is not closed/],
  "one row too many": [`text\n${"a\n".repeat(IMPORT_ROWS_MAX + 1)}`, /^The file has more than 10000 rows\. Split it into several\.$/],
};

for (const [name, [file, expected]] of Object.entries(HOSTILE)) {
  test(`${name} is refused with a sentence`, async () => {
    const table = await readTable(Buffer.from(file));
    assert.match("problem" in table ? table.problem : "", expected);
  });
}

test("a table of one column keeps the commas of its texts, with or without quotation marks", async () => {
  const { rows } = await planOf('text\nHello, world\nSecond one; too\n"Third, ""quoted"""\n');
  assert.deepEqual(
    rows.map(({ caption }) => caption),
    ["Hello, world", "Second one; too", 'Third, "quoted"'],
  );
});

test("a cell of nothing but separators costs no more than its length", async () => {
  const many = ",;|".repeat(80_000);
  const { rows } = await planOf(
    `text,image url,date\nA,"${many}x",2027-03-04 09:00\nB,"${many}",\nC,"https://shop.example/a,b.jpg,https://shop.example/c.jpg|",\n`,
  );
  assert.deepEqual(
    rows.map(({ outcome, media }) => [outcome, media]),
    [
      ["PROBLEM", ["x"]],
      ["READY", []],
      ["READY", ["https://shop.example/a,b.jpg", "https://shop.example/c.jpg"]],
    ],
  );
});

test("whatever the bytes are, the answer is a table or a sentence", async () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(10_000),
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 89) % 256)),
  ]) {
    const table = await readTable(bytes);
    if (!("problem" in table)) await planImport(table, CHOICES, BRAND);
  }
});

test("ten thousand rows are planned while other work goes on", async () => {
  const lines = Array.from(
    { length: IMPORT_ROWS_MAX },
    (_, index) => `Post number ${index},,,2027-${String((index % 12) + 1).padStart(2, "0")}-04 09:00`,
  );
  let others = 0;
  let isOver = false;
  const count = () => {
    others += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const plan = await planOf(`Text,Image URL,Tags,Posting Time\n${lines.join("\n")}\n`, { mode: "DRAFTS" });
  isOver = true;
  assert.equal(plan.rows.filter(({ outcome }) => outcome === "READY").length, IMPORT_ROWS_MAX);
  assert.ok(others > 100, `only ${others} turns of the event loop`);
});

test("rows that differ in nothing but a date that is no moment are different posts, and the same row is one in every mode", async () => {
  const text =
    "text,date\nHappy Monday,2027-03-04\nHappy Monday,2027-03-11\nHappy Monday,14/03/2027 09:00\nHappy Monday,14/03/2027 09:00\n";
  const drafts = await planOf(text, { mode: "DRAFTS" });
  assert.deepEqual(
    drafts.rows.map(({ outcome }) => outcome),
    ["READY", "READY", "READY", "TWICE"],
  );
  assert.deepEqual(drafts.questions, []);
  const scheduled = await planOf(text, { mode: "SCHEDULED" });
  const names = (plan: typeof drafts) => plan.rows.map(({ fingerprint }) => fingerprint);
  assert.deepEqual(names(drafts), names(scheduled));
});

test("rows may end in any way, also differently in one file", async () => {
  const { rows } = await planOf("text,date\r\nA,\nB,\r\nC,\rD,\n");
  assert.deepEqual(
    rows.map(({ caption }) => caption),
    ["A", "B", "C", "D"],
  );
});

test("a cell of thousands of links next to a long text costs no more than their length", async () => {
  const row = `"${"h".repeat(130_000)}","${"http://a,".repeat(14_000)}"`;
  const before = process.cpuUsage();
  const { rows } = await planOf(`text,link\n${`${row}\n`.repeat(8)}`);
  assert.deepEqual([rows.length, rows[0]?.outcome], [8, "PROBLEM"]);
  assert.ok(process.cpuUsage(before).user < 3_000_000, "less than three seconds of the processor, which comparing them takes for each row");
});
