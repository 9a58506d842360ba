import { type Role, startService } from "../../server/src/serve.ts";
import { ROLE, serveBench } from "./child.ts";

/** The service as started by `npm start`, or `rostrum serve` in a role. */
const service = await startService(process.env, (process.env[ROLE] ?? "all") as Role);
serveBench(Number(process.env.PORT), () => service[Symbol.asyncDispose]());
