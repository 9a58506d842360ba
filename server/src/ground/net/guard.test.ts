import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { test } from "node:test";
import { createClassify } from "./address.ts";
import { createGuard, resolveAtServers, resolveByDns, WEB_POLICY } from "./guard.ts";
import { createNet } from "./index.ts";
import { LOOPBACK_HOSTS } from "./testing/hostile-hosts.ts";
import { fakeNames } from "./testing/names.ts";
import { serve } from "./testing/servers.ts";
import { Trouble } from "./trouble.ts";

const A_RECORD = 1;
const AAAA_RECORD = 28;
const BOUNDS = { maxBytes: 1000, timeoutSeconds: 60 };

/** Addresses that a name may resolve to; at least both ends of every range in the registries. */
const SPECIAL_ADDRESSES = [
  "0.0.0.1",
  "0.255.255.255",
  "10.0.0.0",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.0.1",
  "192.168.255.255",
  "192.175.48.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.255",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "::",
  "::1",
  "::7f00:1",
  "::a9fe:a9fe",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "::ffff:0:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:10::1",
  "2001:20::1",
  "2001:1ff:ffff::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::1",
  "fe80::1%eth0",
  "febf::1",
  "fec0::1",
  "ff02::1",
  "1000::1",
  "4000::1",
  "not an address",
  "0177.0.0.1",
];

test("no spelling of a loopback address is reached", async (t) => {
  await using server = await serve((_request, response) => response.end("secret"));
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve: async () => ["127.0.0.1"] });
  assert.ok(LOOPBACK_HOSTS.length + SPECIAL_ADDRESSES.length >= 80);
  for (const host of LOOPBACK_HOSTS) {
    for (const port of [`:${server.port}`, ""]) {
      await t.test(`http://${host}${port === "" ? "" : ":<port>"}/`, async () => {
        const fetched = await net.fetchDocument(`http://${host}${port}/`, BOUNDS);
        assert.equal(fetched.kind === "failed" && fetched.cause, "address");
        const instance = await net.fetchDocument(`https://${host}${port}/`, { ...BOUNDS, httpsOnly: true });
        assert.equal(instance.kind === "failed" && instance.cause, "address");
        const media = await net.download(`http://${host}${port}/a.jpg`, { ...BOUNDS, directory: "/proc/nowhere" });
        assert.equal(media.kind === "failed" && media.cause, "address");
        for (const scheme of ["http", "https"]) {
          const called = await net.call({ method: "POST", url: `${scheme}://${host}${port}/`, body: "x" });
          assert.equal(called.kind, "unreached");
        }
      });
    }
  }
  assert.equal(server.connections(), 0);
});

test("no name can lead to a private or special address", async (t) => {
  for (const address of SPECIAL_ADDRESSES) {
    await t.test(address, async () => {
      await using net = createNet({
        allowPrivate: [],
        trustedOrigins: [],
        userAgent: "test/1",
        resolve: fakeNames({ "feed.example": [address] }),
      });
      const expected = { kind: "failed", cause: "address", reason: "private or special address" };
      assert.deepEqual(await net.fetchDocument("http://feed.example/", BOUNDS), expected);
      assert.deepEqual(await net.fetchDocument("https://feed.example/", { ...BOUNDS, httpsOnly: true }), expected);
    });
  }
});

test("one private address among public ones refuses the name", async () => {
  for (const answers of [
    ["93.184.215.14", "10.0.0.1"],
    ["10.0.0.1", "93.184.215.14"],
    ["2606:4700::1111", "::1"],
  ]) {
    await using net = createNet({
      allowPrivate: [],
      trustedOrigins: [],
      userAgent: "test/1",
      resolve: fakeNames({ "mixed.example": answers }),
    });
    assert.deepEqual(await net.fetchDocument("http://mixed.example/", BOUNDS), {
      kind: "failed",
      cause: "address",
      reason: "private or special address",
    });
  }
});

test("public addresses and IPv4 behind NAT64 are public", () => {
  const classify = createClassify([]);
  for (const address of [
    "8.8.8.8",
    "93.184.215.14",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
  ]) {
    assert.equal(classify(address), "public", address);
  }
});

test("an allowed range is reached on any port, in every spelling, and allows nothing else", async () => {
  await using server = await serve((_request, response) => response.end("hello"));
  const resolve = fakeNames({ "blog.example": ["127.0.0.1"], "other.example": ["127.0.0.2"] });
  await using net = createNet({ allowPrivate: ["127.0.0.1/32"], trustedOrigins: [], userAgent: "test/1", resolve });
  for (const host of ["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]", "blog.example", "blog.example."]) {
    const fetched = await net.fetchDocument(`http://${host}:${server.port}/`, BOUNDS);
    assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), "hello", host);
  }
  const before = server.connections();
  for (const host of ["127.0.0.2", "other.example", "user@127.0.0.1"]) {
    const fetched = await net.fetchDocument(`http://${host}:${server.port}/`, BOUNDS);
    assert.equal(fetched.kind === "failed" && fetched.cause, "address", host);
  }
  assert.equal(server.connections(), before);
});

test("a local name leads only to what the operator has allowed", async () => {
  await using server = await serve((_request, response) => response.end("hello"));
  const resolve = fakeNames({
    localhost: ["::1", "127.0.0.1"],
    nas: ["127.0.0.1"],
    "nas.lan": ["127.0.0.1"],
    "printer.lan": ["127.0.0.2"],
    "odd.lan": ["93.184.215.14"],
  });
  await using net = createNet({ allowPrivate: ["127.0.0.1/32"], trustedOrigins: [], userAgent: "test/1", resolve });
  for (const host of ["localhost", "nas", "nas.lan"]) {
    const fetched = await net.fetchDocument(`http://${host}:${server.port}/`, BOUNDS);
    assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), "hello", host);
  }
  const before = server.connections();
  for (const host of ["printer.lan", "odd.lan"]) {
    const fetched = await net.fetchDocument(`http://${host}:${server.port}/`, BOUNDS);
    assert.equal(fetched.kind === "failed" && fetched.cause, "address", host);
  }
  assert.equal(server.connections(), before);
});

test("public addresses are reached only on web ports", async () => {
  const resolve = fakeNames({ "public.example": ["93.184.215.14"] });
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve });
  for (const port of [22, 25, 3306, 6379, 9200]) {
    assert.deepEqual(await net.fetchDocument(`http://public.example:${port}/`, BOUNDS), {
      kind: "failed",
      cause: "address",
      reason: "port",
    });
  }
  const strict = { ...BOUNDS, httpsOnly: true };
  assert.deepEqual(await net.fetchDocument("https://public.example:8443/", strict), { kind: "failed", cause: "address", reason: "port" });
  assert.deepEqual(await net.fetchDocument("http://public.example/", strict), { kind: "failed", cause: "address", reason: "scheme" });
});

test("requests with tokens are only sent encrypted, to port 443", async () => {
  const resolve = fakeNames({ "mastodon.example": ["93.184.215.14"] });
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve });
  assert.deepEqual(await net.call({ method: "GET", url: "http://mastodon.example/" }), { kind: "unreached", reason: "port" });
  assert.deepEqual(await net.call({ method: "GET", url: "http://mastodon.example:443/" }), { kind: "unreached", reason: "not encrypted" });
  assert.deepEqual(await net.call({ method: "GET", url: "https://mastodon.example:8443/" }), { kind: "unreached", reason: "port" });
});

test("invalid addresses and other schemes are refused before any DNS lookup", async () => {
  const resolve = fakeNames({});
  await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1", resolve });
  const refused = [
    "",
    "feed.example",
    "//feed.example/",
    "file:///etc/passwd",
    "data:text/plain,x",
    "ftp://feed.example/",
    "gopher://feed.example/",
    "blob:https://feed.example/1",
    "javascript:alert(1)",
    "ws://feed.example/",
    "http://",
    "http://user@feed.example/",
    "http://:secret@feed.example/",
    "http://feed..example/",
    "http://feed.example../",
    "http://.example/",
    "http://127.0.0.1\t/",
    "http://feed.exa\nmple/",
    "http://feed.example:99999/",
    "http://[fe80::1%25eth0]/",
    `http://feed.example/${"a".repeat(8192)}`,
    `http://${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(20)}.example/`,
  ];
  for (const url of refused) {
    const fetched = await net.fetchDocument(url, BOUNDS);
    assert.equal(fetched.kind === "failed" && fetched.cause, "address", url);
  }
  assert.deepEqual(resolve.asked, []);
});

test("a backslash does not hide the actual host", async () => {
  const resolve = fakeNames({});
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve });
  await net.fetchDocument("http://feed.example\\@127.0.0.1/", BOUNDS);
  assert.deepEqual(resolve.asked, ["feed.example"]);
});

test("a name that resolves differently on the second hop is refused there", async () => {
  await using server = await serve((_request, response) => response.writeHead(302, { location: "/again" }).end());
  const resolve = fakeNames({ "rebind.example": [["127.0.0.1"], ["127.0.0.2"]] });
  await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1", resolve });
  assert.deepEqual(await net.fetchDocument(`http://rebind.example:${server.port}/`, BOUNDS), {
    kind: "failed",
    cause: "address",
    reason: "private or special address",
  });
  assert.equal(server.connections(), 1);
});

test("a name is resolved once per connection, and the connection goes to the checked address", async () => {
  await using server = await serve((_request, response) => response.end("checked"));
  const resolve = fakeNames({ "rebind.example": [["127.0.0.1"], ["169.254.169.254"]] });
  await using net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [], userAgent: "test/1", resolve });
  const fetched = await net.fetchDocument(`http://rebind.example:${server.port}/`, BOUNDS);
  assert.equal(fetched.kind === "fetched" && Buffer.from(fetched.body).toString(), "checked");
  assert.deepEqual(resolve.asked, ["rebind.example"]);
});

test("a socket that ended up elsewhere is refused", () => {
  const guard = createGuard({ classify: createClassify([]), resolve: async () => [], policy: WEB_POLICY });
  const target = { hostname: "feed.example", port: 80, secure: false };
  assert.throws(() => guard.confirm("::ffff:127.0.0.1", target), new Trouble("address", "private or special address"));
  assert.throws(() => guard.confirm(undefined, target), new Trouble("unreachable", "connection closed"));
  assert.doesNotThrow(() => guard.confirm("93.184.215.14", target));
});

test("a trusted origin is exempt only for calls, and only that exact origin", async () => {
  await using server = await serve((_request, response) => response.end("platform"));
  await using net = createNet({ allowPrivate: [], trustedOrigins: [`${server.origin}/api/`], userAgent: "test/1" });
  const called = await net.call({ method: "GET", url: `${server.origin}/v1/me` });
  assert.equal(called.kind === "answered" && called.text, "platform");
  const fetched = await net.fetchDocument(`${server.origin}/v1/me`, BOUNDS);
  assert.equal(fetched.kind === "failed" && fetched.cause, "address");
  const downloaded = await net.download(`${server.origin}/v1/me`, { ...BOUNDS, directory: "/proc/nowhere" });
  assert.equal(downloaded.kind === "failed" && downloaded.cause, "address");
  const other = await net.call({ method: "GET", url: `http://127.0.0.1:${server.port === 1 ? 2 : 1}/` });
  assert.deepEqual(other, { kind: "unreached", reason: "private or special address" });
  assert.equal(server.connections(), 1);
});

test("an invalid range is reported at startup", () => {
  for (const range of ["10.0.0.0/33", "localhost", "10.0.0", "010.0.0.0/8", ""]) {
    assert.throws(
      () => createNet({ allowPrivate: [range], trustedOrigins: [], userAgent: "test/1" }),
      new Error(`not an address range: ${range}`),
    );
  }
});

test("a name whose servers never answer is given up by itself, and keeps no look-up of another name waiting", async () => {
  const silent = createSocket("udp4");
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  const servers = [`127.0.0.1:${silent.address().port}`];
  const lost = Array.from({ length: 8 }, (_, index) => resolveAtServers(`${index}.slow.example`, { servers }));
  const answers = await Promise.race([resolveByDns("localhost", "operator"), Promise.all(lost).then(() => "the slow ones came first")]);
  assert.ok(Array.isArray(answers) && answers.length > 0, String(answers));
  assert.deepEqual(await Promise.all(lost), Array(8).fill([]));
  silent.close();
});

test("a name server that never answers for one kind of address is not waited for once it has answered for the other", async () => {
  const asked: number[] = [];
  const half = createSocket("udp4", (query, { port, address }) => {
    const endOfName = query.indexOf(0, 12);
    const kind = query.readUInt16BE(endOfName + 1);
    asked.push(kind);
    if (kind !== A_RECORD) return;
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 12, 0, A_RECORD, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    half.send(Buffer.concat([head, query.subarray(12, endOfName + 5), record]), port, address);
  });
  half.bind(0, "127.0.0.1");
  await once(half, "listening");
  const servers = [`127.0.0.1:${half.address().port}`];
  assert.deepEqual(await resolveAtServers("half.example", { servers }), ["192.0.2.7"]);
  assert.deepEqual(asked.sort(), [A_RECORD, AAAA_RECORD], "it is asked once, not again");
  half.close();
});
