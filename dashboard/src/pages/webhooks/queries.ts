import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

const ATTEMPTS_SHOWN = 20;

/** Everything below `["brand", id, "webhooks"]` is read again after a change. */
export function webhooksQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "webhooks", "list"], queryFn: () => dataOf(api.listWebhooks({ brandId })) });
}

/** The latest attempts. */
export function attemptsQuery(brandId: number, webhookId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "webhooks", "attempts", webhookId],
    queryFn: () => dataOf(api.listWebhookAttempts({ webhookId, perPage: ATTEMPTS_SHOWN })),
  });
}

export type ListedWebhook = Awaited<ReturnType<NonNullable<ReturnType<typeof webhooksQuery>["queryFn"]>>>[number];
