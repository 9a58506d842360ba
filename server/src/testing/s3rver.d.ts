/** What the tests use of s3rver, which comes without types. */
declare module "@20minutes/s3rver" {
  import type { Server } from "node:http";

  export interface Context {
    readonly method: string;
    readonly path: string;
    /** As it was sent, with the query. */
    readonly originalUrl: string;
    readonly query: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string | undefined>>;
    /** `account` is there when the signature is right. */
    readonly state: { readonly account?: unknown };
    status: number;
    type: string;
    body: unknown;
  }

  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly serviceEndpoint: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    readonly httpServer: Server;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}

declare module "@20minutes/s3rver/lib/signature/v4.js" {
  export interface CanonicalRequest {
    readonly uri: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
  }

  const v4: { getStringToSign(request: CanonicalRequest, signature: unknown): string };
  export default v4;
}
