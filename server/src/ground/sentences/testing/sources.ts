import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** A sentence as the code makes it, with a sample in place of what differs. */
export interface Made {
  readonly place: string;
  readonly sentence: string;
}

const ROOT = join(import.meta.dirname, "../../../../..");
/** Stands for what is only known when the code runs. */
const SAMPLE = "a7";
/** The sentences in the files of these patterns, in every variant of them: words with spaces that end like a sentence, or its reason. */
export function sentencesIn(patterns: readonly string[], exclude: (file: string) => boolean): Made[] {
  const files = globSync(patterns as string[], { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\/testing(\/|\.ts$)|\/words(\.\w+)?\.ts$/.test(file),
  );
  return files.filter((file) => !exclude(file)).flatMap(sentencesOf);
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

function sentencesOf(file: string): Made[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const program = parseSync(file, source).program as unknown as Node;
  const consts = new Map<string, Node>();
  visit(program, (node) => {
    const { id, init } = node as unknown as { id?: Node; init?: Node | null };
    if (node.type === "VariableDeclarator" && id?.type === "Identifier" && init != null) consts.set(String(id.name), init);
    return true;
  });
  const made: Made[] = [];
  visit(program, (node, above) => {
    if (node.type === "ImportDeclaration" || isBroken(node) || isAbout(node)) return false;
    if (node.type !== "TemplateLiteral" && !(node.type === "Literal" && typeof node.value === "string")) return true;
    const place = `${file}:${source.slice(0, node.start).split("\n").length}`;
    const isReason = above.type === "Property" && (above.key as Node).name === "sentence";
    for (const { text } of variantsOf(node, { source, consts, depth: 0 }, new Map())) {
      if (isSentence(text)) made.push({ place, sentence: text });
      else if (isReason) made.push({ place, sentence: `The name field ${text}.` });
    }
    return false;
  });
  return made;
}

function isSentence(text: string): boolean {
  return /^[A-Z“"{]/.test(text) && / /.test(text) && /[.!?]$/.test(text) && /[a-z]{2}/.test(text);
}

/** What is thrown as a broken assumption is read by nobody but programmers. */
function isBroken(node: Node): boolean {
  const thrown = node.argument as Node | undefined;
  return node.type === "ThrowStatement" && thrown?.type === "NewExpression" && /Error$/.test(String((thrown.callee as Node).name));
}

/** What describes the API to its users, who are programmers. */
function isAbout(node: Node): boolean {
  return node.type === "Property" && ABOUT.has(String((node.key as Node).name));
}
const ABOUT = new Set(["description", "example", "summary", "advice", "toolDescription"]);

interface Ground {
  readonly source: string;
  readonly consts: ReadonlyMap<string, Node>;
  readonly depth: number;
}

/** A text as it comes out, and which way each condition went for that: the same one goes the same way everywhere. */
interface Variant {
  readonly text: string;
  readonly ways: ReadonlyMap<string, boolean>;
}

function variantsOf(node: Node | undefined, ground: Ground, ways: Variant["ways"]): Variant[] {
  const deeper = { ...ground, depth: ground.depth + 1 };
  if (node === undefined || ground.depth > DEPTH_MAX) return [{ text: SAMPLE, ways }];
  if (node.type === "Literal") return [{ text: String(node.value), ways }];
  if (node.type === "Identifier") {
    const value = ground.consts.get(String(node.name));
    return value !== undefined && TEXTS.has(value.type) ? variantsOf(value, deeper, ways) : [{ text: SAMPLE, ways }];
  }
  if (node.type === "ConditionalExpression") {
    const { start, end } = node.test as Node;
    const condition = ground.source.slice(start, end);
    const known = ways.get(condition);
    return [true, false]
      .filter((way) => known === undefined || way === known)
      .flatMap((way) => variantsOf((way ? node.consequent : node.alternate) as Node, deeper, new Map([...ways, [condition, way]])));
  }
  if (node.type !== "TemplateLiteral") return [{ text: SAMPLE, ways }];
  const [first, ...quasis] = (node.quasis as { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked);
  return quasis.reduce<Variant[]>(
    (before, cooked, index) =>
      before.flatMap((variant) =>
        variantsOf((node.expressions as Node[])[index], deeper, variant.ways).map(({ text, ways: then }) => ({
          text: variant.text + text + cooked,
          ways: then,
        })),
      ),
    [{ text: first ?? "", ways }],
  );
}

/** Of texts in texts. */
const DEPTH_MAX = 4;
const TEXTS = new Set(["Literal", "TemplateLiteral", "ConditionalExpression"]);

/** Every node below one, from the top; nothing below one for which `look` returns false. */
function visit(node: unknown, look: (node: Node, above: Node) => boolean, above?: Node): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, look, above);
    return;
  }
  if (typeof node !== "object" || node === null || typeof (node as Node).type !== "string") return;
  const here = node as Node;
  if (!look(here, above ?? here)) return;
  for (const value of Object.values(here)) if (typeof value === "object") visit(value, look, here);
}
