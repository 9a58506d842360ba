import { startService } from "../../server/src/serve.ts";
import { serveBench } from "./child.ts";

/** The service as started by `npm start`. */
const service = await startService(process.env, "all");
serveBench(Number(process.env.PORT), () => service[Symbol.asyncDispose]());
