import { constants, setPriority } from "node:os";

/**
 * Runs in a process of its own that may be killed at any moment: answers one question after the other and holds no state
 * worth keeping.
 */
export interface Question {
  /** URL of a module, and the name of an exported function with one parameter. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** `begun` comes before any other answer: a failure before it is in our own code, not the input's fault. */
export type Answer =
  | { readonly kind: "begun" }
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed"; readonly message: string };

// Requests to the service take priority over decoding.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("message", (question) => void answer(question as Question));
process.on("disconnect", () => process.exit());

async function answer({ module, name, input }: Question): Promise<void> {
  const work = await load(module, name);
  tell({ kind: "begun" });
  try {
    tell({ kind: "done", value: await work(input) });
  } catch (error) {
    tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

/** A missing module or function ends the process before `begun`. */
async function load(module: string, name: string): Promise<(input: unknown) => unknown> {
  return ((await import(module)) as Record<string, (input: unknown) => unknown>)[name] ?? process.exit(1);
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
