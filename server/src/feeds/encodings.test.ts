import assert from "node:assert/strict";
import { after, test } from "node:test";
import iconv from "iconv-lite";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

/** What the encodings are called, and words that they can write. */
const ENCODINGS: readonly (readonly [name: string, title: string])[] = [
  ["us-ascii", "Tea and bread"],
  ["utf-8", "Été — 日本 😀"],
  ["UTF8", "Łódź"],
  ["iso-8859-1", "Crème brûlée"],
  ["latin1", "Crème brûlée"],
  ["iso-8859-2", "Łódź i Kraków"],
  ["iso-8859-3", "Ĉu ĝi estas ŝi"],
  ["iso-8859-4", "Ķēniņš"],
  ["iso-8859-5", "Записки"],
  ["iso-8859-7", "Καλημέρα"],
  ["iso-8859-8", "שלום"],
  ["iso-8859-9", "İstanbul ışık"],
  ["iso-8859-13", "Žąsys"],
  ["iso-8859-15", "Prix: 5 €"],
  ["windows-1250", "Příliš žluťoučký"],
  ["windows-1251", "Записки"],
  ["windows-1252", "“Größe” – €5"],
  ["windows-1253", "Καλημέρα"],
  ["windows-1254", "İstanbul ışık"],
  ["windows-1255", "שלום"],
  ["windows-1256", "مرحبا"],
  ["windows-1257", "Žąsys"],
  ["windows-1258", "Đà"],
  ["koi8-r", "Записки"],
  ["koi8-u", "Їжак"],
  ["macintosh", "Crème"],
  ["Shift_JIS", "日本語のテスト"],
  ["EUC-JP", "日本語のテスト"],
  ["GBK", "中文测试"],
  ["GB2312", "中文测试"],
  ["GB18030", "中文测试"],
  ["Big5", "中文測試"],
  ["EUC-KR", "한국어"],
  ["ks_c_5601-1987", "한국어"],
  ["windows-874", "สวัสดี"],
  ["tis-620", "สวัสดี"],
];

function document(title: string, declared: string | null): string {
  const encoding = declared === null ? "" : ` encoding="${declared}"`;
  return `<?xml version="1.0"${encoding}?>\n<rss version="2.0"><channel><title>${title}</title><item><guid>1</guid><title>${title}</title></item></channel></rss>`;
}

for (const [name, title] of ENCODINGS) {
  const label = name === "us-ascii" ? "latin1" : name;
  test(`${name} is read by its declaration, by the header, and by the header against a wrong declaration`, async () => {
    const cases: [Uint8Array, string | null][] = [
      [iconv.encode(document(title, name), label), null],
      [iconv.encode(document(title, name.toUpperCase()), label), "text/xml"],
      [iconv.encode(document(title, null), label), `application/rss+xml; charset=${name}`],
      [iconv.encode(document(title, null), label), `application/rss+xml;charset="${name.toLowerCase()}"`],
      [iconv.encode(document(title, "utf-8"), label), `text/xml; charset=${name}`],
    ];
    for (const [bytes, contentType] of cases) {
      const feed = await reader.read(bytes, contentType);
      assert.deepEqual([feed?.title, feed?.items[0]?.title], [title, title], `${contentType}`);
    }
  });
  test(`UTF-8 that says to be ${name} is read as UTF-8 where one byte is one character there`, async () => {
    if (!/^(iso|windows|koi8|latin|us|mac|utf)/i.test(name)) return;
    const text = `${title} é`;
    assert.equal((await reader.read(Buffer.from(document(text, name))))?.title, text);
    assert.equal((await reader.read(Buffer.from(document(text, null)), `text/xml; charset=${name}`))?.title, text);
  });
}

const WIDE = ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const;
const MARKS = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff], "utf-32le": [0xff, 0xfe, 0, 0], "utf-32be": [0, 0, 0xfe, 0xff] };

for (const encoding of WIDE) {
  test(`${encoding} is read with its mark, without it, and whatever the declaration says`, async () => {
    for (const declared of [null, encoding, "utf-16", "utf-8", "iso-8859-1"]) {
      const bytes = iconv.encode(document("Łódź 😀", declared), encoding, { addBOM: false });
      assert.equal((await reader.read(bytes))?.title, "Łódź 😀");
      assert.equal((await reader.read(Buffer.concat([Buffer.from(MARKS[encoding]), bytes]), "text/xml; charset=utf-8"))?.title, "Łódź 😀");
    }
  });
}

test("ISO-2022-JP is read, by declaration and by header", async () => {
  const shift = "\u001B";
  const title = `${shift}$B%F%9%H${shift}(B`;
  assert.equal((await reader.read(Buffer.from(document(title, "ISO-2022-JP"), "latin1")))?.title, "テスト");
  assert.equal((await reader.read(Buffer.from(document(title, null), "latin1"), "text/xml; charset=iso-2022-jp"))?.title, "テスト");
});

test("a header that says a wide encoding of what is none is not believed", async () => {
  for (const charset of ["utf-16", "utf-16le", "utf-16be", "utf-32", "ucs-2"]) {
    assert.equal((await reader.read(Buffer.from(document("Łódź", "utf-8")), `text/xml; charset=${charset}`))?.title, "Łódź", charset);
  }
});

test("names of no encoding of text mean nothing", async () => {
  for (const charset of ["base64", "hex", "binary", "utf-7", "x-unknown", "none", "", "constructor", "__proto__"]) {
    assert.equal((await reader.read(Buffer.from(document("Łódź", charset)), `text/xml; charset=${charset}`))?.title, "Łódź", charset);
  }
});

test("letters of windows-1252 that a writer gave as references to control characters are the letters", async () => {
  const feed = await reader.read(document("&#147;Tea&#148; &#150; it&#146;s &#x80;5", null));
  assert.equal(feed?.title, "“Tea” – it’s €5");
});

test("halves of a character that were written one by one become the character, and a half alone nothing", async () => {
  assert.equal((await reader.read(document("Tea &#55357;&#56832;", null)))?.title, "Tea 😀");
  assert.equal((await reader.read(document("Tea &#55357;", null)))?.title, "Tea");
});

test("one broken character among good ones costs no other", async () => {
  for (const broken of [[0xc5], [0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]]) {
    const parts = document("Łódź|é", null)
      .split("|")
      .map((part) => Buffer.from(part));
    const feed = await reader.read(Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(broken), part]))));
    assert.match(feed?.title ?? "", /^Łódź\uFFFD+é$/);
  }
});
