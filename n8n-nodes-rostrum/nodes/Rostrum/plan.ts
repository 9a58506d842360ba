import type { IHttpRequestMethods } from "n8n-workflow";

/** How the request of an operation is made out of the node's parameters. */
export interface RequestPlan {
  readonly method: IHttpRequestMethods;
  /** With the names of parameters in braces. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Fields that are times: in UTC in the query, in the brand's zone in the body. */
  readonly times: readonly string[];
  readonly paginated: boolean;
  readonly upload: boolean;
}
