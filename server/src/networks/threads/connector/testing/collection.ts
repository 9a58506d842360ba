import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { z } from "zod";

const Query = z.array(z.object({ key: z.string(), value: z.string().nullish() })).default([]);
const Leaf = z.object({ request: z.object({ method: z.string(), url: z.object({ path: z.array(z.string()), query: Query }) }) });
interface Branch {
  readonly item: readonly unknown[];
}
const Collection = z.object({ item: z.array(z.unknown()), variable: z.array(z.object({ key: z.string(), value: z.string() })) });
const isBranch = (node: unknown): node is Branch => typeof node === "object" && node !== null && "item" in node && Array.isArray(node.item);

/** Reads the collection: which paths there are, with which parameters. */
export function openCollection(file: string) {
  const collection = Collection.parse(JSON.parse(readFileSync(file, "utf8")));
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  /** Names of parameters, each with what a list of fields or metrics in it may contain; one path may stand in several examples. */
  const operations = new Map<string, Map<string, Set<string>>>();
  const read = (nodes: readonly unknown[]): void => {
    for (const node of nodes) {
      if (isBranch(node)) read(node.item);
      else {
        const leaf = Leaf.safeParse(node);
        if (leaf.success) add(leaf.data.request);
      }
    }
  };
  const add = ({ method, url }: z.output<typeof Leaf>["request"]) => {
    const parts = url.path.filter((part) => part !== "").map((part) => part.replace(/^\{\{\w+\}\}$/, "{id}"));
    const name = `${method} /${parts.join("/")}`;
    const parameters = operations.get(name) ?? new Map<string, Set<string>>();
    operations.set(name, parameters);
    for (const { key, value } of url.query) {
      const variable = /^\{\{(\w+)\}\}$/.exec(value ?? "")?.[1];
      // A query without this variable, such as `{option_a,…}`, would be cut at the wrong commas.
      const listed = (variables.get(variable ?? "") ?? "").replace(/\{[^}]*\}/g, "").split(",");
      parameters.set(key, new Set([...(parameters.get(key) ?? []), ...listed]));
    }
  };
  read(collection.item);
  return {
    has: (operation: string) => operations.has(operation),
    check(operation: string, parameters: Readonly<Record<string, string>>) {
      const known = operations.get(operation);
      assert.ok(known !== undefined, `the contract has no ${operation}`);
      for (const [name, value] of Object.entries(parameters)) {
        assert.ok(known.has(name), `${operation} has no parameter ${name}`);
        if (name !== "fields" && name !== "metric") continue;
        for (const field of value.split(",")) assert.ok(known.get(name)?.has(field), `${operation} has no ${name} ${field}`);
      }
    },
  };
}
