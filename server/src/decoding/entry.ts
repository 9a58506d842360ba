import { constants, setPriority } from "node:os";

/**
 * Runs in a process of its own, which may be killed at any moment: does what it is asked, one thing after the other, and
 * holds nothing that anybody would miss.
 */
export interface Question {
  /** Address of a module, and the name of what it exports: a function of one value. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** `begun` comes before every other answer: what is loaded before it is our own code, and no fault of the input. */
export type Answer =
  | { readonly kind: "begun" }
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "failed"; readonly message: string };

// Whoever waits for an answer of the service goes first.
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

/** A module or function that is missing ends the process, before anything has begun. */
async function load(module: string, name: string): Promise<(input: unknown) => unknown> {
  return ((await import(module)) as Record<string, (input: unknown) => unknown>)[name] ?? process.exit(1);
}

function tell(answer: Answer): void {
  process.send?.(answer);
}
