import assert from "node:assert/strict";
import { test } from "node:test";
import { addressesOf } from "./hosts-file.ts";

const FILE = `# what the operator has written
127.0.0.1\tlocalhost
10.0.0.7   n8n.example.com  n8n # by Compose
fd00::7    N8N.example.com
#10.0.0.8  old.example.com
`;

test("a name has the addresses of all its lines, in any case, with or without its last dot", () => {
  assert.deepEqual(addressesOf("n8n.example.com", FILE), ["10.0.0.7", "fd00::7"]);
  assert.deepEqual(addressesOf("N8n.Example.com.", FILE), ["10.0.0.7", "fd00::7"]);
});

test("the machine's own addresses do not count: they are not where others reach a name", () => {
  const own = "127.0.1.1 shop.example.com shop\n::1 shop.example.com\n0.0.0.0 shop.example.com\n10.0.0.9 shop.example.com";
  assert.deepEqual(addressesOf("shop.example.com", own), ["10.0.0.9"]);
  assert.deepEqual(addressesOf("localhost", FILE), []);
});

test("what is commented out, part of a name, or an address is no name of the file", () => {
  for (const name of ["old.example.com", "example.com", "10.0.0.7", "by", ""]) assert.deepEqual(addressesOf(name, FILE), []);
});
