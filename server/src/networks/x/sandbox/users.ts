import type { Asked } from "./calls.ts";
import { picked } from "./fields.ts";
import type { Stored } from "./model.ts";
import { type Choice, readChoice, readQuery } from "./names.ts";
import { type Settings, subscriptionOf } from "./settings.ts";

/** `GET /2/users/me`. */
export async function getMe({ request, settings, account }: Asked): Promise<unknown> {
  const choice = readChoice(readQuery(request.query, [], settings), settings);
  return { data: await userObject({ settings }, account, choice) };
}

/** `id`, `name` and `username` come unasked. Accounts here have neither pictures nor descriptions. */
export function userObject({ settings }: Pick<Asked, "settings">, user: Stored<"account">, { userFields }: Pick<Choice, "userFields">) {
  const subscription = subscriptionOf(settings, user.username);
  return picked(
    {
      id: () => user.id,
      name: () => user.name,
      username: () => user.username,
      created_at: () => `${user.createdAt.slice(0, 23)}Z`,
      protected: () => false,
      verified: () => isVerified(subscription),
      verified_type: () => (isVerified(subscription) ? "blue" : "none"),
      subscription_type: () => subscription,
      description: () => "",
    },
    ["id", "name", "username", ...userFields],
  );
}

/** Whether an account has the blue mark, which the cheapest subscription does not give. */
function isVerified(subscription: Settings["subscription"]): boolean {
  return subscription === "Premium" || subscription === "PremiumPlus";
}
