import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/** The files of the contract, and the two among them that the client is made from. */
const CONTRACT = /\/contract\/src\/[\w/-]+\.ts$/;
const TABLE = /\/contract\/src\/(private-)?operations\.ts$/;

interface Row {
  readonly params?: { readonly shape: object };
  readonly query?: { readonly shape: object };
  readonly body?: object;
  readonly [other: string]: unknown;
}

/** What the client reads of a row (`contract/src/client/request.ts`, `contract/src/client.ts`). */
const READ = ["method", "path", "upload", "paginated", "reachesOut"] as const;

/**
 * Leaves the contract's schemas out of the dashboard, which sends what they describe and never decodes by them: with zod and all
 * descriptions they are a third of the first page's scripts. The table of operations becomes what the client reads of it, and what else
 * the contract's modules hold is marked as made without effects, so that the bundler drops what nobody uses.
 */
export function contract(): Plugin {
  return {
    name: "contract",
    // After TypeScript has become JavaScript.
    enforce: "post",
    async transform(code, id) {
      const file = id.split("?")[0] ?? id;
      if (!CONTRACT.test(file)) return null;
      if (TABLE.test(file)) return { code: await tableOf(file), map: null };
      let marked = code;
      // From the end, so that earlier places stay where they are.
      for (const { start, end } of valuesIn(this.parse(code)).reverse()) {
        marked = `${marked.slice(0, start)}/*#__PURE__*/(() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
      }
      return { code: marked, map: null };
    },
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

type Tree = ReturnType<import("vite").Rollup.PluginContext["parse"]>;

/** The values of a module's constants that are made by calls, and so seem to have effects. */
function valuesIn(tree: Tree): Place[] {
  return tree.body
    .map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node))
    .flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []))
    .flatMap(({ init }) =>
      init != null && "start" in init && !/^(Arrow)?Function|^Literal$/.test(init.type) ? [init as unknown as Place] : [],
    );
}

async function tableOf(file: string): Promise<string> {
  const tables = (await import(pathToFileURL(file).href)) as Readonly<Record<string, Readonly<Record<string, Row>>>>;
  const name = file.endsWith("private-operations.ts") ? "privateOperations" : "operations";
  const rows = Object.entries(tables[name] ?? {}).map(([operation, row]) => [operation, readOf(row)]);
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(rows))};`;
}

function readOf(row: Row): object {
  return {
    ...Object.fromEntries(READ.filter((field) => row[field] !== undefined).map((field) => [field, row[field]])),
    ...(row.params !== undefined && { params: { shape: namesOf(row.params.shape) } }),
    ...(row.query !== undefined && { query: { shape: namesOf(row.query.shape) } }),
    ...(row.body !== undefined && { body: {} }),
  };
}

function namesOf(shape: object): object {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, 0]));
}
