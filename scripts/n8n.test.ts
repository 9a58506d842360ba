import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type OperationName, operationRows } from "@rostrum/contract/operations.ts";
import { parameters, requestPlans } from "./n8n/description.ts";
import { fieldsOf, isOptional, type Parameter } from "./n8n/fields.ts";
import { NODE_OPERATIONS } from "./n8n/words.ts";
import { N8N_FILES } from "./n8n.ts";

test("the nodes for n8n show and send what the tables say", async () => {
  for (const { file, text } of N8N_FILES) assert.equal(await readFile(file, "utf8"), text(), "run `npm run openapi`");
});

test("each operation is one of the node's", () => {
  const offered = parameters()
    .filter(({ name }) => name === "operation")
    .flatMap(({ displayOptions, options = [] }) =>
      (options as readonly { value: string }[]).map(({ value }) => `${displayOptions?.show.resource}:${value}`),
    );
  assert.deepEqual(offered.toSorted(), Object.keys(requestPlans()).toSorted());
  assert.equal(offered.length, operationRows().length);
});

for (const [name, row] of operationRows()) {
  test(`${name}: every field can be given, and one that must be given is asked for at once`, () => {
    const fields = [...fieldsOf(row.params), ...fieldsOf(row.query), ...fieldsOf(row.body)].filter(
      (field) => !(row.paginated && (field.name === "page" || field.name === "perPage")),
    );
    const shown = shownFor(name);
    const added = shown.flatMap(({ type, options = [] }) => (type === "collection" ? (options as Parameter[]) : []));
    for (const field of fields) {
      const own = shown.find((parameter) => parameter.name === field.name);
      assert.ok(own ?? added.find((parameter) => parameter.name === field.name), field.name);
      if (!isOptional(field)) assert.equal(own?.required, true, field.name);
    }
    const names = shown.map((parameter) => parameter.name);
    assert.equal(names.includes("returnAll"), row.paginated === true);
    assert.equal(names.includes("binaryPropertyName"), row.upload === true);
    assert.equal(new Set(names).size, names.length, "no parameter is shown twice");
  });
}

function shownFor(name: OperationName): Parameter[] {
  const { resource, operation } = NODE_OPERATIONS[name];
  return parameters().filter(({ displayOptions }) => {
    const { resource: resources = [], operation: operations = [] } = displayOptions?.show ?? {};
    return resources.includes(resource) && operations.includes(operation);
  });
}
