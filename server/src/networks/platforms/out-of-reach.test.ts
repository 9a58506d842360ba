import assert from "node:assert/strict";
import { test } from "node:test";
import { isOutOfReach } from "./out-of-reach.ts";

test("nobody outside reaches this machine, a private network, or a name that is not public", () => {
  const inside = [
    "localhost:3000",
    "127.0.0.1",
    "[::1]:8080",
    "10.1.2.3",
    "192.168.1.7:3000",
    "169.254.1.1",
    "[fd00::1]",
    "nas",
    "nas.local",
  ];
  for (const host of [...inside, "shop.internal", "router.lan", "a.home.arpa", "0.0.0.0"]) assert.ok(isOutOfReach(`http://${host}`), host);
});

test("a public name or address can be reached, as far as it says", () => {
  for (const host of ["rostrum.bakery.de", "8.8.8.8", "[2a00:1450:4001:80b::200e]", "local.bakery.de", "internal.dev"])
    assert.ok(!isOutOfReach(`https://${host}`), host);
});
