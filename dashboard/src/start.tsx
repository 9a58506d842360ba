import "@mantine/core/styles.layer.css";
import "@mantine/dates/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@fontsource-variable/inter/wght.css";
import "./main.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueries } from "./api/queries.ts";
import { createAppRouter } from "./router.ts";
import { registerWorker } from "./share/worker.ts";
import { theme, variables } from "./theme.ts";

/** Draws the dashboard into the page. */
export function start(): void {
  const queries = createQueries();
  const router = createAppRouter(queries);
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no root element");
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
        <QueryClientProvider client={queries}>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  registerWorker();
}
