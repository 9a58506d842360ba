import type { Chance } from "../../../server/src/testing/chance.ts";
import { type Attack, type Kind, requestAttack } from "../attack.ts";
import { damaged, escaped, hostileNumber, hostilePart, hostileQuery, hostileText, shortText, someBytes } from "../values.ts";
import { hostileHeaders } from "./rest.ts";

/** Pages, documents and unknown paths. */
export const pathKind: Kind = (chance, ground) => {
  const known = [
    "/",
    "/docs",
    "/docs/docs.css",
    "/healthz",
    "/readyz",
    "/openapi-v1.2.0.yaml",
    "/v1/openapi-v1.0.1.yaml",
    "/account",
    "/sandbox",
    "/sign-in",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource/mcp",
  ];
  const part = () => hostilePart(chance, ["v1", "brands", "..", ".", "", "%2e%2e", "media", "1", "%2f", ";", "__proto__"]);
  const path = chance.percent(40)
    ? chance.pick(known)
    : chance.percent(30)
      ? `/media/${part()}/${part()}${hostileQuery(chance, ["expires", "signature"])}`
      : `/${Array.from({ length: chance.pick([1, 2, 5, 900]) }, part).join("/")}`.slice(0, 12_000);
  const method = chance.percent(60)
    ? "GET"
    : chance.pick([
        "HEAD",
        "OPTIONS",
        "TRACE",
        "PUT",
        "PATCH",
        "POST",
        "DELETE",
        "PROPFIND",
        "SEARCH",
        "M-SEARCH",
        "QUERY",
        "get",
        "CONNECT",
      ]);
  return requestAttack({
    name: `${method} ${path.slice(0, 60)}`,
    method,
    path: path + (chance.percent(20) ? hostileQuery(chance, ["a"]) : ""),
    headers: [
      [
        "Host",
        chance.percent(70)
          ? `127.0.0.1:${ground.port}`
          : chance.pick([
              "",
              "evil.example",
              "127.0.0.1:99999",
              "[::1",
              "a b",
              "@",
              "127.0.0.1, 127.0.0.1",
              "x".repeat(5000),
              "localhost.",
              "127.1",
            ]),
      ],
      ...hostileHeaders(chance),
    ],
    body: chance.percent(15) ? hostileText(chance) : null,
  });
};

/** Almost HTTP. */
export const wireKind: Kind = (chance, ground) => {
  const [what, make] = chance.pick(TALKS);
  const text = make(chance, `Authorization: Bearer ${ground.key}\r\n`);
  const whole = typeof text === "string" ? Buffer.from(text, "latin1") : text;
  const bytes = chance.percent(85) ? whole : damaged(chance, whole);
  return {
    name: `wire: ${what}`,
    pieces: pieces(chance, bytes),
    ending: chance.percent(20) ? "leave" : "listen",
    patienceSeconds: 1,
  } satisfies Attack;
};

const HOST = "Host: 127.0.0.1\r\n";
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;

const TALKS: readonly (readonly [string, (chance: Chance, key: string) => string | Buffer])[] = [
  ["half a request line", () => "GET /v1/me HT"],
  ["half a head", (_, key) => `GET /v1/me HTTP/1.1\r\n${HOST}${key}`],
  [
    "half a body",
    (_, key) =>
      `POST /v1/brands/1/collections HTTP/1.1\r\n${HOST}${key}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"title":`,
  ],
  [
    "many requests at once",
    (chance, key) => get(chance.pick(["/v1/me", "/v1/brands", "/healthz", "/docs", "/v1/nothing"]), key).repeat(chance.pick([2, 50, 1000])),
  ],
  ["a flood of headers", (chance) => get("/v1/me", Array.from({ length: chance.pick([100, 3000]) }, (_, at) => `X-${at}: y\r\n`).join(""))],
  ["one endless header", (chance) => get("/v1/me", `X-A: ${"b".repeat(chance.pick([8000, 20_000, 200_000]))}\r\n`)],
  ["an endless target", (chance) => get(`/${"a".repeat(chance.pick([5000, 100_000]))}`)],
  [
    "two lengths",
    (_, key) => `POST /v1/brands HTTP/1.1\r\n${HOST}${key}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   GET / HTTP/1.1\r\n\r\n`,
  ],
  [
    "length and chunks",
    (_, key) =>
      `POST /v1/brands/1/collections HTTP/1.1\r\n${HOST}${key}Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/me HTTP/1.1\r\n\r\n`,
  ],
  [
    "odd transfer encodings",
    (chance) =>
      `POST /v1/me HTTP/1.1\r\n${HOST}Transfer-Encoding: ${chance.pick(["chunked, identity", "xchunked", " chunked", "gzip, chunked", "gzip", "chunked\r\nTransfer-Encoding: x"])}\r\n\r\n0\r\n\r\n`,
  ],
  [
    "odd chunks",
    (chance, key) =>
      `POST /v1/brands/1/collections HTTP/1.1\r\n${HOST}${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chance.pick(["ffffffffffffffff\r\n", "-1\r\n", "5;".concat("a".repeat(20_000), "\r\n{}   \r\n0\r\n\r\n"), "2\n{}\n0\n\n", "2\r\n{}0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n"])}`,
  ],
  [
    "many small chunks",
    (_, key) =>
      `POST /v1/brands/1/collections HTTP/1.1\r\n${HOST}${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(20_000)}0\r\n\r\n`,
  ],
  [
    "trailers",
    () => `POST /v1/me HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n0\r\n${"A: b\r\n".repeat(1000)}\r\n`,
  ],
  ["odd versions", (chance) => `GET / HTTP/${chance.pick(["0.9", "1.0", "2.0", "1.10", "9.9", "1.1.1"])}\r\n${HOST}\r\n`],
  ["no host", () => "GET / HTTP/1.1\r\n\r\n"],
  ["two hosts", () => `GET / HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`],
  [
    "a whole address",
    (chance) =>
      get(
        chance.pick([
          "http://evil.example/v1/me",
          "http://127.0.0.1/v1/me",
          "//evil.example/v1/me",
          "*",
          "evil.example:443",
          "http://",
          "?",
          "#",
        ]),
      ),
  ],
  ["a preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"],
  [
    "an upgrade",
    (chance) =>
      get(
        "/",
        `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${chance.pick(["h2c", "websocket", "x"])}\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nSec-WebSocket-Key: x\r\n`,
      ),
  ],
  [
    "expectations",
    (chance) => `POST /v1/me HTTP/1.1\r\n${HOST}Expect: ${chance.pick(["100-continue", "x", "200-ok"])}\r\nContent-Length: 3\r\n\r\nabc`,
  ],
  ["folded headers", (_, key) => get("/v1/me", `X-A: b\r\n c\r\n\td\r\n${key}`)],
  ["bare line feeds", () => "GET / HTTP/1.1\nHost: 127.0.0.1\n\n"],
  [
    "odd names of headers",
    (chance) => get("/", `${chance.pick(["", " ", "a b", "a\0", "é", "a\x7f", "(", "__proto__", "constructor"])}: b\r\n`),
  ],
  ["a hello of TLS", (chance) => Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0]), someBytes(chance, 500)])],
  ["noise", (chance) => someBytes(chance, chance.pick([1, 100, 3000]))],
  ["lengths", (chance) => `POST /v1/me HTTP/1.1\r\n${HOST}Content-Length: ${hostileNumber(chance)}\r\n\r\nabc`],
  [
    "ranges of a page",
    (chance) =>
      get(
        "/docs",
        `Range: bytes=${shortText(chance)
          .replace(/[\r\n]/g, "")
          .slice(0, 200)}\r\nIf-Range: x\r\n`,
      ),
  ],
  [
    "keys in the address",
    (chance, key) => get(`/v1/me?api_key=${escaped(hostileText(chance)).slice(0, 10_000)}`, chance.percent(50) ? key : ""),
  ],
];

/** The bytes in one piece, or in pieces cut at odd places. */
function pieces(chance: Chance, bytes: Buffer): Buffer[] {
  if (chance.percent(60) || bytes.length < 4) return [bytes];
  const cuts = Array.from({ length: 3 }, () => chance.number(0, bytes.length)).sort((a, b) => a - b);
  return [0, ...cuts].map((start, index) => bytes.subarray(start, cuts[index] ?? bytes.length));
}
