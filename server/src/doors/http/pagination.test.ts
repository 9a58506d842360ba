import assert from "node:assert/strict";
import { test } from "node:test";
import { pagination } from "./pagination.ts";

const nextOf = (requestUrl: string) => pagination("https://social.example", requestUrl, { page: 1, perPage: 1, total: 3 }).nextPageUrl;

test("the address of the next page asks for the same as this one, byte for byte, but for the key", () => {
  assert.equal(nextOf("/v1/brands"), "https://social.example/v1/brands?page=2");
  assert.equal(nextOf("/v1/brands?per_page=1&page=1"), "https://social.example/v1/brands?per_page=1&page=2");
  assert.equal(nextOf("/v1/brands?api_key=k&per_page=1"), "https://social.example/v1/brands?per_page=1&page=2");
  assert.equal(nextOf("/v1/brands?api%5Fkey=k&&p%61ge=1&search=a+b%20c"), "https://social.example/v1/brands?search=a+b%20c&page=2");
  assert.equal(nextOf("/v1/brands?search=%FF&x"), "https://social.example/v1/brands?search=%FF&x&page=2");
});
