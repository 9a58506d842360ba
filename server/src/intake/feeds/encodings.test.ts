import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openReader } from "./testing/reader.ts";

const reader = openReader();
after(() => reader[Symbol.asyncDispose]());

/**
 * Names of encodings, words that they can encode, and the bytes of these, from the Unicode Consortium's tables
 * (https://www.unicode.org/Public/MAPPINGS/) and, for labels used on the Web, https://encoding.spec.whatwg.org/. Python's codecs
 * (https://docs.python.org/3/library/codecs.html) encode each of these words to the same bytes.
 */
const ENCODINGS: readonly (readonly [name: string, title: string, bytes: string])[] = [
  ["us-ascii", "Tea and bread", "54 65 61 20 61 6e 64 20 62 72 65 61 64"],
  ["utf-8", "Été — 日本 😀", "c3 89 74 c3 a9 20 e2 80 94 20 e6 97 a5 e6 9c ac 20 f0 9f 98 80"],
  ["UTF8", "Łódź", "c5 81 c3 b3 64 c5 ba"],
  ["iso-8859-1", "Crème brûlée", "43 72 e8 6d 65 20 62 72 fb 6c e9 65"],
  ["latin1", "Crème brûlée", "43 72 e8 6d 65 20 62 72 fb 6c e9 65"],
  ["iso-8859-2", "Łódź i Kraków", "a3 f3 64 bc 20 69 20 4b 72 61 6b f3 77"],
  ["iso-8859-3", "Ĉu ĝi estas ŝi", "c6 75 20 f8 69 20 65 73 74 61 73 20 fe 69"],
  ["iso-8859-4", "Ķēniņš", "d3 ba 6e 69 f1 b9"],
  ["iso-8859-5", "Записки", "b7 d0 df d8 e1 da d8"],
  ["iso-8859-7", "Καλημέρα", "ca e1 eb e7 ec dd f1 e1"],
  ["iso-8859-8", "שלום", "f9 ec e5 ed"],
  ["iso-8859-9", "İstanbul ışık", "dd 73 74 61 6e 62 75 6c 20 fd fe fd 6b"],
  ["iso-8859-13", "Žąsys", "de e0 73 79 73"],
  ["iso-8859-15", "Prix: 5 €", "50 72 69 78 3a 20 35 20 a4"],
  ["windows-1250", "Příliš žluťoučký", "50 f8 ed 6c 69 9a 20 9e 6c 75 9d 6f 75 e8 6b fd"],
  ["windows-1251", "Записки", "c7 e0 ef e8 f1 ea e8"],
  ["windows-1252", "“Größe” – €5", "93 47 72 f6 df 65 94 20 96 20 80 35"],
  ["windows-1253", "Καλημέρα", "ca e1 eb e7 ec dd f1 e1"],
  ["windows-1254", "İstanbul ışık", "dd 73 74 61 6e 62 75 6c 20 fd fe fd 6b"],
  ["windows-1255", "שלום", "f9 ec e5 ed"],
  ["windows-1256", "مرحبا", "e3 d1 cd c8 c7"],
  ["windows-1257", "Žąsys", "de e0 73 79 73"],
  ["windows-1258", "Đà", "d0 e0"],
  ["koi8-r", "Записки", "fa c1 d0 c9 d3 cb c9"],
  ["koi8-u", "Їжак", "b7 d6 c1 cb"],
  ["macintosh", "Crème", "43 72 8f 6d 65"],
  ["Shift_JIS", "日本語のテスト", "93 fa 96 7b 8c ea 82 cc 83 65 83 58 83 67"],
  ["EUC-JP", "日本語のテスト", "c6 fc cb dc b8 ec a4 ce a5 c6 a5 b9 a5 c8"],
  ["GBK", "中文测试", "d6 d0 ce c4 b2 e2 ca d4"],
  ["GB2312", "中文测试", "d6 d0 ce c4 b2 e2 ca d4"],
  ["GB18030", "中文测试", "d6 d0 ce c4 b2 e2 ca d4"],
  ["Big5", "中文測試", "a4 a4 a4 e5 b4 fa b8 d5"],
  ["EUC-KR", "한국어", "c7 d1 b1 b9 be ee"],
  ["ks_c_5601-1987", "한국어", "c7 d1 b1 b9 be ee"],
  ["windows-874", "สวัสดี", "ca c7 d1 ca b4 d5"],
  ["tis-620", "สวัสดี", "ca c7 d1 ca b4 d5"],
  ["maccyrillic", "Записки", "87 e0 ef e8 f1 ea e8"],
  ["MacRoman", "Größe", "47 72 9a a7 65"],
  ["IBM866", "Записки", "87 a0 af a8 e1 aa a8"],
  ["ISO_8859-5", "Записки", "b7 d0 df d8 e1 da d8"],
  ["l1", "Crème brûlée", "43 72 e8 6d 65 20 62 72 fb 6c e9 65"],
  ["csISOLatin1", "“Größe”", "93 47 72 f6 df 65 94"],
  ["iso-ir-100", "Crème", "43 72 e8 6d 65"],
  ["x-sjis", "日本語のテスト", "93 fa 96 7b 8c ea 82 cc 83 65 83 58 83 67"],
  ["cp1251", "Записки", "c7 e0 ef e8 f1 ea e8"],
];

function document(title: string, declared: string | null): string {
  const encoding = declared === null ? "" : ` encoding="${declared}"`;
  return `<?xml version="1.0"${encoding}?>\n<rss version="2.0"><channel><title>${title}</title><item><guid>1</guid><title>${title}</title></item></channel></rss>`;
}

/** A document with these bytes, in hexadecimal, as its titles. */
function documentOf(bytes: string, declared: string | null): Buffer {
  return Buffer.from(document(Buffer.from(bytes.replaceAll(" ", ""), "hex").toString("latin1"), declared), "latin1");
}

for (const [name, title, bytes] of ENCODINGS) {
  test(`${name} is read by its declaration, by the header, and by the header against a wrong declaration`, async () => {
    const cases: [Uint8Array, string | null][] = [
      [documentOf(bytes, name), null],
      [documentOf(bytes, name.toUpperCase()), "text/xml"],
      [documentOf(bytes, null), `application/rss+xml; charset=${name}`],
      [documentOf(bytes, null), `application/rss+xml;charset="${name.toLowerCase()}"`],
      [documentOf(bytes, "utf-8"), `text/xml; charset=${name}`],
    ];
    for (const [body, contentType] of cases) {
      const feed = await reader.read(body, contentType);
      assert.deepEqual([feed?.title, feed?.items[0]?.title], [title, title], `${contentType}`);
    }
  });
}

for (const [name, title] of ENCODINGS.filter(([name]) => /^(iso|windows|koi8|latin|us|mac|utf|ibm|cp|l1|csiso)/i.test(name))) {
  test(`UTF-8 that says to be ${name} is read as UTF-8: one byte is one character there`, async () => {
    const text = `${title} é`;
    assert.equal((await reader.read(Buffer.from(document(text, name))))?.title, text);
    assert.equal((await reader.read(Buffer.from(document(text, null)), `text/xml; charset=${name}`))?.title, text);
  });
}

/** Text in undeclared encodings, as sites wrote it before UTF-8. */
const UNDECLARED: readonly (readonly [name: string, title: string, bytes: string])[] = [
  ["Shift_JIS", "日本語のニュース", "93 fa 96 7b 8c ea 82 cc 83 6a 83 85 81 5b 83 58"],
  [
    "Shift_JIS",
    "駅前のパン屋が新しくなりました",
    "89 77 91 4f 82 cc 83 70 83 93 89 ae 82 aa 90 56 82 b5 82 ad 82 c8 82 e8 82 dc 82 b5 82 bd",
  ],
  ["EUC-JP", "日本語のニュース", "c6 fc cb dc b8 ec a4 ce a5 cb a5 e5 a1 bc a5 b9"],
  ["EUC-JP", "お茶とパン", "a4 aa c3 e3 a4 c8 a5 d1 a5 f3"],
  ["KOI8-R", "Записки", "fa c1 d0 c9 d3 cb c9"],
  ["KOI8-R", "Хлеб и чай из нашей пекарни", "e8 cc c5 c2 20 c9 20 de c1 ca 20 c9 da 20 ce c1 db c5 ca 20 d0 c5 cb c1 d2 ce c9"],
  ["windows-1251", "Хлеб и чай из нашей пекарни", "d5 eb e5 e1 20 e8 20 f7 e0 e9 20 e8 e7 20 ed e0 f8 e5 e9 20 ef e5 ea e0 f0 ed e8"],
  ["Apple's Cyrillic", "Хлеб и Чай из нашей Пекарни", "95 eb e5 e1 20 e8 20 97 e0 e9 20 e8 e7 20 ed e0 f8 e5 e9 20 8f e5 ea e0 f0 ed e8"],
  [
    "Apple's Roman",
    "Crème brûlée à la façon de l’été",
    "43 72 8f 6d 65 20 62 72 9e 6c 8e 65 20 88 20 6c 61 20 66 61 8d 6f 6e 20 64 65 20 6c d5 8e 74 8e",
  ],
  ["Apple's Roman", "Größe", "47 72 9a a7 65"],
  [
    "windows-1252",
    "Crème brûlée à la façon de l’été",
    "43 72 e8 6d 65 20 62 72 fb 6c e9 65 20 e0 20 6c 61 20 66 61 e7 6f 6e 20 64 65 20 6c 92 e9 74 e9",
  ],
  ["windows-1252", "“Tea” – it’s Žižek’s", "93 54 65 61 94 20 96 20 69 74 92 73 20 8e 69 9e 65 6b 92 73"],
  ["windows-1252", "España mañana", "45 73 70 61 f1 61 20 6d 61 f1 61 6e 61"],
  ["GBK", "中文测试新闻", "d6 d0 ce c4 b2 e2 ca d4 d0 c2 ce c5"],
  ["Big5", "早上六點開門的麵包店", "a6 ad a4 57 a4 bb c2 49 b6 7d aa f9 aa ba c4 d1 a5 5d a9 b1"],
  ["EUC-KR", "우리 빵집의 새로운 소식입니다", "bf ec b8 ae 20 bb a7 c1 fd c0 c7 20 bb f5 b7 ce bf ee 20 bc d2 bd c4 c0 d4 b4 cf b4 d9"],
  ["windows-1253", "Καλημέρα σε όλους", "ca e1 eb e7 ec dd f1 e1 20 f3 e5 20 fc eb ef f5 f2"],
  ["windows-1255", "שלום לכולם מהמאפייה", "f9 ec e5 ed 20 ec eb e5 ec ed 20 ee e4 ee e0 f4 e9 e9 e4"],
  ["windows-1256", "مرحبا بكم في المخبز", "e3 d1 cd c8 c7 20 c8 df e3 20 dd ed 20 c7 e1 e3 ce c8 d2"],
  ["ISO-8859-5", "Хлеб и чай из нашей пекарни", "c5 db d5 d1 20 d8 20 e7 d0 d9 20 d8 d7 20 dd d0 e8 d5 d9 20 df d5 da d0 e0 dd d8"],
];

for (const [name, title, bytes] of UNDECLARED) {
  test(`"${title}" is read in ${name} that nothing declares, and that something calls UTF-8`, async () => {
    assert.equal((await reader.read(documentOf(bytes, null)))?.title, title);
    assert.equal((await reader.read(documentOf(bytes, "utf-8"), "text/xml; charset=utf-8"))?.title, title);
  });
}

test("an encoding is guessed even if the text comes after megabytes of tags", async () => {
  const [, title, bytes] = UNDECLARED[0] ?? ["", "", ""];
  const body = Buffer.concat([
    documentOf(bytes, null).subarray(0, -"</channel></rss>".length),
    Buffer.from("<x/>".repeat(2_000_000)),
    Buffer.from("</channel></rss>"),
  ]);
  assert.equal((await reader.read(body))?.title, title);
});

const WIDE = ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const;
const MARKS = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff], "utf-32le": [0xff, 0xfe, 0, 0], "utf-32be": [0, 0, 0xfe, 0xff] };

function wide(text: string, encoding: (typeof WIDE)[number]): Buffer {
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const units = Buffer.alloc([...text].length * 4);
  for (const [index, character] of [...text].entries()) units.writeUInt32LE(character.codePointAt(0) ?? 0, index * 4);
  return encoding === "utf-32le" ? units : units.swap32();
}

/** Encoded by Python's codecs, so that the expectation does not depend on the code under test. */
const WRITTEN: Readonly<Record<(typeof WIDE)[number], string>> = {
  "utf-16le": "41 01 f3 00 64 00 7a 01 20 00 3d d8 00 de",
  "utf-16be": "01 41 00 f3 00 64 01 7a 00 20 d8 3d de 00",
  "utf-32le": "41 01 00 00 f3 00 00 00 64 00 00 00 7a 01 00 00 20 00 00 00 00 f6 01 00",
  "utf-32be": "00 00 01 41 00 00 00 f3 00 00 00 64 00 00 01 7a 00 00 00 20 00 01 f6 00",
};

for (const encoding of WIDE) {
  test(`the documents of these tests are ${encoding}`, () => {
    assert.equal(wide("Łódź 😀", encoding).toString("hex"), WRITTEN[encoding].replaceAll(" ", ""));
  });
  test(`${encoding} is read with its mark, without it, and whatever the declaration says`, async () => {
    for (const declared of [null, encoding, "utf-16", "utf-8", "iso-8859-1"]) {
      const bytes = wide(document("Łódź 😀", declared), encoding);
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

test("a header that wrongly declares a wide encoding is ignored", async () => {
  for (const charset of ["utf-16", "utf-16le", "utf-16be", "utf-32", "ucs-2"]) {
    assert.equal((await reader.read(Buffer.from(document("Łódź", "utf-8")), `text/xml; charset=${charset}`))?.title, "Łódź", charset);
  }
});

test("UTF-8 is read as such where something declares an encoding that cannot read it", async () => {
  for (const declared of ["euc-kr", "shift_jis", "euc-jp", "big5", "gb2312", "windows-1251", "iso-8859-1"]) {
    assert.equal((await reader.read(Buffer.from(document("빵과 차 – Łódź", declared))))?.title, "빵과 차 – Łódź", declared);
  }
});

test("names that are not character encodings are ignored", async () => {
  for (const charset of ["base64", "hex", "binary", "utf-7", "x-unknown", "none", "", "constructor", "__proto__"]) {
    assert.equal((await reader.read(Buffer.from(document("Łódź", charset)), `text/xml; charset=${charset}`))?.title, "Łódź", charset);
  }
});

test("references to control characters are read as windows-1252 letters", async () => {
  const feed = await reader.read(document("&#147;Tea&#148; &#150; it&#146;s &#x80;5", null));
  assert.equal(feed?.title, "“Tea” – it’s €5");
});

test("literal control characters are read as windows-1252 letters, too", async () => {
  const title = "\u0093Tea\u0094 \u0096 don\u0092t\u0085 \u00805\u0081";
  assert.equal((await reader.read(document(title, null)))?.title, "“Tea” – don’t… €5");
  // ISO-8859-2 has control characters there.
  assert.equal((await reader.read(documentOf("93 54 65 61 94 20 b1", "iso-8859-2")))?.title, "“Tea” ą");
});

test("two surrogate references become one character, and a lone surrogate is dropped", async () => {
  assert.equal((await reader.read(document("Tea &#55357;&#56832;", null)))?.title, "Tea 😀");
  assert.equal((await reader.read(document("Tea &#55357;", null)))?.title, "Tea");
});

test("one broken character does not affect the others", async () => {
  for (const broken of [[0xc5], [0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]]) {
    const parts = document("Łódź|é", null)
      .split("|")
      .map((part) => Buffer.from(part));
    const feed = await reader.read(Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(broken), part]))));
    assert.match(feed?.title ?? "", /^Łódź\uFFFD+é$/);
  }
});
