import type { AuditAction, AuditChange, AuditFact, AuditObject } from "@rostrum/contract/private/audit.ts";

/** What happened, as the code that does it says. */
export interface Entry {
  readonly action: AuditAction;
  /** The brand that it concerns; null for what concerns none. */
  readonly brandId: number | null;
  readonly object: { readonly type: AuditObject; readonly id: string | number | null; readonly name: string | null };
  readonly changes?: readonly AuditChange[];
}

/** Longer texts are cut: the trail tells that something changed, and is no copy of it. */
export const FACT_LENGTH_MAX = 200;

type Fact = AuditChange["after"];

/** The facts of these names that differ; a date is a text, and what is no small fact is not asked for. */
export function changesIn<N extends AuditFact>(
  names: readonly N[],
  before: { readonly [K in N]: Fact },
  after: { readonly [K in N]: Fact },
): AuditChange[] {
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ name, before: before[name], after: after[name] }));
}

/** A fact that says more about what happened. */
export function fact(name: AuditFact, after: Fact): AuditChange {
  return { name, before: null, after };
}

export function shortened(change: AuditChange): AuditChange {
  return { name: change.name, before: cut(change.before), after: cut(change.after) };
}

function cut(value: Fact): Fact {
  return typeof value === "string" ? cutText(value, FACT_LENGTH_MAX) : value;
}

export function cutText(text: string, lengthMax: number): string {
  const letters = Array.from(text.slice(0, lengthMax * 2));
  return letters.length <= lengthMax ? text : `${letters.slice(0, lengthMax - 1).join("")}…`;
}
