import { notifications } from "@mantine/notifications";
import { words } from "./words.ts";

/** Says why something failed, where no place on the page can. */
export function sayFailure(message: string): void {
  notifications.show({ color: "red", title: words.failed, message, autoClose: 10_000 });
}
