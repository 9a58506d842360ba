import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { parse } from "yaml";
import { z } from "zod";
import { openStage, type Stage } from "../server/src/testing/stage.ts";

/** The alert rules, the board and the runbook, against what the service really serves. */
const ROOT = join(import.meta.dirname, "..");

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z
        .array(
          z.strictObject({
            alert: z.string().regex(/^Rostrum[A-Z][A-Za-z]+$/),
            expr: z.string().min(1),
            for: z
              .string()
              .regex(/^\d+[mh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
            annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1), runbook: z.string() }),
          }),
        )
        .min(10),
    }),
  ),
});

const Panel = z.object({
  id: z.int(),
  title: z.string().min(1),
  type: z.enum(["stat", "timeseries"]),
  datasource: z.object({ type: z.literal("prometheus"), uid: z.string().regex(/^\$\{datasource\}$/) }),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) }),
  targets: z.array(z.object({ refId: z.string().regex(/^[A-Z]$/), expr: z.string().min(1) })).min(1),
});

const Board = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.int(),
  templating: z.object({ list: z.array(z.object({ name: z.literal("datasource"), type: z.literal("datasource") })).length(1) }),
  panels: z.array(Panel).min(10),
});

const rules = Rules.parse(parse(read("deploy/alerts.yaml"))).groups.flatMap((group) => group.rules);
const board = Board.parse(JSON.parse(read("deploy/grafana.json")));
const runbook = read("docs/alerts.md");

let stage: Stage;
/** Of everything in `/metrics`: its labels by name. */
let known: ReadonlyMap<string, readonly string[]>;
before(async () => {
  stage = await openStage();
  known = await served(stage);
});
after(() => stage[Symbol.asyncDispose]());

for (const { alert, expr } of rules) {
  test(`${alert} asks only for metrics and labels that are served`, () => assert.deepEqual(strangersIn(expr), []));
}

test("the board asks only for metrics and labels that are served", () => {
  const strangers = board.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) => strangersIn(expr).map((name) => `${title}: ${name}`)),
  );
  assert.deepEqual(strangers, []);
});

test("every rule leads to its section of the runbook, and every section belongs to a rule, in the same order", () => {
  const headings = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, heading = ""]) => heading);
  assert.deepEqual(
    headings,
    rules.map(({ alert }) => alert),
  );
  for (const { alert, annotations } of rules) assert.equal(annotations.runbook, `docs/alerts.md#${alert.toLowerCase()}`);
});

test("every section of the runbook says what the alert means, how to look and what to do", () => {
  for (const section of runbook.split(/^## /m).slice(1)) {
    const parts = [...section.matchAll(/^\*\*(.+?)\.\*\* \S/gm)].map(([, part = ""]) => part);
    assert.deepEqual(parts, ["Meaning", "Look", "Do"], section.slice(0, 40));
  }
});

test("the board's panels have ids and titles of their own, and lie beside each other", () => {
  assert.equal(new Set(board.panels.map(({ id }) => id)).size, board.panels.length);
  assert.equal(new Set(board.panels.map(({ title }) => title)).size, board.panels.length);
  const taken = new Set<string>();
  for (const { title, gridPos } of board.panels) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.ok(!taken.has(`${x} ${y}`), `${title} covers another panel`);
        taken.add(`${x} ${y}`);
      }
    }
  }
});

test("the page about running the service lists exactly the metrics that are the service's own, with their labels", () => {
  const table = read("docs/running.md").split("### Metrics")[1] ?? "";
  const listed = [...table.matchAll(/`(rostrum_\w+)(?:\{([\w,]+)\})?`/g)].map(([, name = "", labels = ""]) => `${name}{${labels}}`);
  const own = [...known].filter(([name]) => name.startsWith("rostrum_")).map(([name, labels]) => `${name}{${labels.join(",")}}`);
  assert.deepEqual(listed.toSorted(), own.toSorted());
});

test("the check sees a metric or a label that is not there", () => {
  assert.deepEqual(strangersIn("max(rostrum_due_post) > 0"), ["rostrum_due_post"]);
  assert.deepEqual(strangersIn('sum by (brand) (rate(rostrum_channels{kind="x"}[5m]))'), ["kind", "brand"]);
  assert.deepEqual(strangersIn('rostrum_queue_wait_seconds_bucket{le="1"} + rostrum_due_posts_bucket'), ["rostrum_due_posts_bucket"]);
});

/** Names and labels of an expression that no metric has. */
function strangersIn(expr: string): string[] {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, "");
  const labels = [...bare.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = "", inside = ""]) =>
    [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, label = ""]) => ({ label, of: labelsOf(name) })),
  );
  const everyLabel = [...known.values()].flat();
  const grouped = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = ""]) => inside.split(/,\s*/));
  const names = bare.replace(/\{[^}]*\}/g, "").replace(/\bby \([^)]*\)/g, "");
  return [
    ...labels.filter(({ label, of }) => ![...of, ...SCRAPED].includes(label)).map(({ label }) => label),
    ...grouped.filter((label) => ![...everyLabel, ...SCRAPED].includes(label)),
    ...[...names.matchAll(/(?<![\w.])[a-z_]\w*/gi)].map(([name]) => name).filter((name) => !WORDS.has(name) && !isServed(name)),
  ];
}

/** Of Prometheus itself: its functions, and what it adds to everything that it scrapes. */
const WORDS = new Set([
  "sum",
  "max",
  "min",
  "rate",
  "increase",
  "histogram_quantile",
  "topk",
  "and",
  "or",
  "offset",
  "up",
  "absent",
  "abs",
]);
const SCRAPED = ["job", "instance", "le"];

function isServed(name: string): boolean {
  return known.has(name) || (histogramOf(name) !== name && known.has(histogramOf(name)) && isHistogram(histogramOf(name)));
}

function labelsOf(name: string): readonly string[] {
  return known.get(name) ?? known.get(histogramOf(name)) ?? [];
}

function histogramOf(name: string): string {
  return name.replace(/_(bucket|sum|count)$/, "");
}

let histograms: ReadonlySet<string> = new Set();
function isHistogram(name: string): boolean {
  return histograms.has(name);
}

async function served({ url, app }: Stage): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  histograms = new Set(types.flatMap(([, name = "", type]) => (type === "histogram" ? [name] : [])));
  return new Map(types.map(([, name = ""]) => [name, labelNamesOf(app.metrics.registry.getSingleMetric(name))]));
}

/** The library keeps them where its types do not show them. */
function labelNamesOf(metric: unknown): readonly string[] {
  return (metric as { readonly labelNames: readonly string[] }).labelNames;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
