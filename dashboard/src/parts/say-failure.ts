import { notifications } from "@mantine/notifications";

/** Says why something failed, where no place on the page can. */
export function sayFailure(message: string): void {
  notifications.show({ color: "red", title: "That did not work", message, autoClose: 10_000 });
}
