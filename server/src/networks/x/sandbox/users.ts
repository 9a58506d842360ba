import type { Asked } from "./calls.ts";
import type { Stored } from "./model.ts";
import { type Choice, readChoice, readQuery } from "./names.ts";
import { picked } from "./present.ts";
import { type Settings, subscriptionOf } from "./settings.ts";

/** `GET /2/users/me`. */
export async function getMe({ request, settings, account }: Asked): Promise<unknown> {
  const choice = readChoice(readQuery(request.query, [], settings), settings);
  return { data: await userObject({ settings }, account, choice) };
}

/** `id`, `name` and `username` come unasked. Accounts here have neither pictures nor descriptions. */
export function userObject({ settings }: Pick<Asked, "settings">, user: Stored<"account">, { userFields }: Pick<Choice, "userFields">) {
  const subscription = subscriptionOf(settings, user.username);
  const tick = settings.tick === "none" && isVerified(subscription) ? "blue" : settings.tick;
  return picked(
    {
      id: () => user.id,
      name: () => user.name,
      username: () => user.username,
      created_at: () => `${user.createdAt.slice(0, 23)}Z`,
      protected: () => false,
      verified: () => tick !== "none",
      verified_type: () => tick,
      subscription_type: () => (settings.tells_subscriptions ? subscription : undefined),
      description: () => "",
    },
    ["id", "name", "username", ...userFields],
  );
}

/** Whether an account has the blue mark, which the cheapest subscription does not give. */
function isVerified(subscription: Settings["subscription"]): boolean {
  return subscription === "Premium" || subscription === "PremiumPlus";
}
