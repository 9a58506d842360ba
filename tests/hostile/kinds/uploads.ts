import type { Chance } from "../../../server/src/testing/chance.ts";
import { type Kind, requestAttack } from "../attack.ts";
import type { Ground } from "../ground.ts";
import { damaged, shortText, someBytes } from "../values.ts";

/** Deceptive files in a well-formed form. */
export const fileKind: Kind = (chance, ground) => {
  const { what, bytes } = hostileFile(chance, ground);
  const body = Buffer.concat([Buffer.from(head("media", hostileName(chance))), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  return upload(chance, ground, { name: `upload of ${what}`, body });
};

/** Malformed forms. */
export const formKind: Kind = (chance, ground) => {
  const [what, make] = chance.pick(FORMS);
  const form = make(chance, ground);
  const body = chance.percent(80) ? form : damaged(chance, form.subarray(0, 100_000));
  return upload(chance, ground, { name: `form of ${what}`, body });
};

export function hostileFile(chance: Chance, { files }: Ground): { readonly what: string; readonly bytes: Buffer } {
  if (chance.percent(6)) {
    const what = chance.pick(Object.keys(files.bombs));
    return { what: `bomb ${what}`, bytes: files.bombs[what] ?? Buffer.alloc(0) };
  }
  const what = chance.pick(Object.keys(files.whole));
  const whole = files.whole[what] ?? Buffer.alloc(0);
  if (chance.percent(20))
    return { what: `head of ${what}`, bytes: Buffer.concat([whole.subarray(0, chance.number(1, 64)), someBytes(chance, 400)]) };
  if (chance.percent(15)) return { what: `absurd ${what}`, bytes: absurd(chance, whole) };
  return chance.percent(15) ? { what, bytes: whole } : { what: `damaged ${what}`, bytes: damaged(chance, whole) };
}

/** Replaces sizes and counts in the header, which are integers of two or four bytes, with absurd values. */
function absurd(chance: Chance, whole: Buffer): Buffer {
  const bytes = Buffer.from(whole);
  for (let left = chance.number(1, 3); left > 0; left -= 1) {
    const at = chance.number(0, Math.min(bytes.length, 400) - 5);
    bytes.fill(chance.pick([0xff, 0x7f, 0x80, 0]), at, at + chance.pick([2, 4]));
  }
  return bytes;
}

const BOUNDARY = "----hostile";

function head(field: string, fileName: string | null): string {
  const name = fileName === null ? "" : `; filename="${fileName}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${name}\r\nContent-Type: image/png\r\n\r\n`;
}

function hostileName(chance: Chance): string {
  return chance.percent(50)
    ? "a.png"
    : chance.pick([
        "",
        "../../../etc/passwd",
        "a\0.png",
        "C:\\x\\y.png",
        "%00",
        "a".repeat(3000),
        "\u202egnp.exe",
        "🥐".repeat(200),
        '"',
        "a;b=c",
        "CON",
        ".",
        shortText(chance),
      ]);
}

const FORMS: readonly (readonly [string, (chance: Chance, ground: Ground) => Buffer])[] = [
  ["nothing", () => Buffer.alloc(0)],
  ["no end", (_, { files }) => Buffer.concat([Buffer.from(head("media", "a.png")), files.whole.png ?? Buffer.alloc(0)])],
  ["no boundary inside", (chance) => someBytes(chance, 3000)],
  ["many fields", (chance) => Buffer.from(`${head("a", null)}x\r\n`.repeat(chance.pick([10, 70, 5000])))],
  ["many files", (chance) => Buffer.from(`${head("a", "b")}x\r\n`.repeat(chance.pick([5, 20, 5000])))],
  ["two files", () => Buffer.from(`${head("media", "b")}x\r\n${head("media", "b")}x\r\n--${BOUNDARY}--`)],
  [
    "other names",
    (chance) =>
      Buffer.from(`${head(chance.pick(["__proto__", "constructor", "media[]", "", "MEDIA", "a".repeat(300)]), "b")}x\r\n--${BOUNDARY}--`),
  ],
  [
    "huge part headers",
    (chance) =>
      Buffer.from(
        `--${BOUNDARY}\r\n${`X-A: ${"b".repeat(chance.pick([10, 5000]))}\r\n`.repeat(chance.pick([10, 3000]))}\r\nx\r\n--${BOUNDARY}--`,
      ),
  ],
  [
    "an endless header",
    (chance) => Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${"a".repeat(chance.pick([1000, 900_000]))}`),
  ],
  [
    "parameters",
    (chance) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; ${'a="b"; '.repeat(chance.pick([10, 2000]))}\r\n\r\nx\r\n--${BOUNDARY}--`,
      ),
  ],
  [
    "escaped names",
    (chance) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename*=${chance.pick(["utf-8''%", "x'y'z", "utf-16''%ff%fe", "''", "utf-8''%00"])}\r\n\r\nx\r\n--${BOUNDARY}--`,
      ),
  ],
  [
    "almost boundaries",
    (chance) => Buffer.from(`${head("media", "a.png")}${`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(chance.pick([10, 30_000]))}`),
  ],
  [
    "wrong encodings",
    (chance) =>
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename="a"\r\nContent-Transfer-Encoding: ${chance.pick(["base64", "quoted-printable", "x"])}\r\n\r\n=ZZ%%%\r\n--${BOUNDARY}--`,
      ),
  ],
  ["one large field", () => Buffer.from(`${head("media", null)}${"x".repeat(900_000)}\r\n--${BOUNDARY}--`)],
];

function upload(chance: Chance, ground: Ground, { name, body }: { readonly name: string; readonly body: Buffer }) {
  const brand = ground.ids.brand_id?.[0];
  const whole = chance.percent(93) ? body : body.subarray(0, chance.number(0, body.length));
  const isShort = chance.percent(5);
  const boundary = chance.percent(94) ? BOUNDARY : chance.pick(["", "x", '"', "a b", "é"]);
  const attack = requestAttack({
    name,
    method: "POST",
    path: `/v1/brands/${brand}/media`,
    headers: [
      ["Authorization", `Bearer ${ground.key}`],
      ["Content-Type", `multipart/form-data; boundary=${boundary}`],
    ],
    body: whole,
    ...(isShort ? { announced: whole.length + 1000, patienceSeconds: 2 } : {}),
  });
  return isShort && chance.percent(70) ? { ...attack, ending: "leave" as const } : attack;
}
