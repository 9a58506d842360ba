import type { Operation } from "../operation.ts";
import type { OperationName } from "../operations.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Hints by which a client decides whether to ask its user. */
export type ToolHints = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
};

export interface Tool {
  readonly name: string;
  readonly operation: OperationName;
  readonly row: Operation;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolHints;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}

/** The form the protocol requires for both schemas of a tool. */
export type ObjectSchema = { readonly type: "object" } & JsonSchema;
