import { ActionIcon, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser, IconUserCircle } from "@tabler/icons-react";
import { useSession } from "../api/session.ts";

/** The person's own pages, the colours, and the way out. */
export function PersonMenu() {
  const { user } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" radius="xl" aria-label={`Menu of ${user.name}`}>
          <IconUserCircle size={26} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component="a" href="/account" leftSection={<IconUser size={16} aria-hidden />}>
          Account and password
        </Menu.Item>
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
        <Menu.Item component="a" href="/account" leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
