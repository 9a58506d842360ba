import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api, dataOf } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { useAct } from "../parts/use-act.ts";
import { forgetShared } from "../share/shared.ts";
import { OWN_PLACES } from "./places.ts";
import { signInPath } from "./sign-in.ts";

/** The person's own pages, the colours, and the way out. */
export function PersonMenu() {
  const { user } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useAct(
    async () => {
      await dataOf(api.signOut());
      await forgetShared().catch(() => undefined);
      // A whole load: nothing of what this person has read stays in the page.
      globalThis.location.assign(signInPath("/"));
    },
    { changes: [] },
  );
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={`Menu of ${user.name}`}>
          <IconUserCircle size={26} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        {OWN_PLACES.map(({ to, label, Icon }) => (
          <Menu.Item key={to} leftSection={<Icon size={16} aria-hidden />} renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        <Menu.Item leftSection={<IconSun size={16} aria-hidden />} onClick={() => setColorScheme("light")}>
          Light
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={16} aria-hidden />} onClick={() => setColorScheme("dark")}>
          Dark
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceDesktop size={16} aria-hidden />} onClick={() => setColorScheme("auto")}>
          As on this device
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate(undefined)}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
