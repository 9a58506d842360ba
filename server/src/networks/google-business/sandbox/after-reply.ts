import type { FastifyInstance, FastifyReply } from "fastify";

/** Does the work once the reply has been sent, or its connection is gone. */
export type AfterReply = (reply: FastifyReply, work: () => Promise<void>) => void;

/** Closing the server waits for such work. One that fails is forgotten: whoever looks next does it again. */
export function worksAfterReplies(scope: FastifyInstance): AfterReply {
  const atWork = new Set<Promise<void>>();
  scope.addHook("onClose", async () => {
    await Promise.all(atWork);
  });
  return (reply, work) => {
    reply.raw.once("close", () => {
      const working = work()
        .catch(() => {})
        .finally(() => atWork.delete(working));
      atWork.add(working);
    });
  };
}
