import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useSession } from "../api/session.ts";
import { useBrandInPath } from "./brand-in-path.ts";

/** Which brand the page is about, and the way to another one. */
export function BrandSwitch() {
  const { brands } = useSession();
  const current = useBrandInPath();
  return (
    <Menu position="bottom-start" width={260} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          fz="lg"
          px="xs"
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {current?.title ?? "Rostrum"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: "auto" }}>
        <Menu.Item renderRoot={(props) => <Link to="/" {...props} />}>All brands</Menu.Item>
        {brands.length > 0 && <Menu.Divider />}
        {brands.length > 0 && <Menu.Label>Brands</Menu.Label>}
        {brands.map(({ id, title }) => (
          <Menu.Item key={id} renderRoot={(props) => <Link to="/brands/$brandId" params={{ brandId: id }} {...props} />}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
