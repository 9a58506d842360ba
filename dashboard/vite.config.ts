import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contract } from "./contract-plugin.ts";

/** The service serves the result: `server/src/doors/http/dashboard.ts`. */
export default defineConfig({
  plugins: [react(), contract()],
  build: {
    outDir: "dist",
    assetsDir: "app/assets",
    // The content policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    // What several pages need comes as one file: forty small ones take longer to load than to run.
    // What pages share is loaded once and cached for good.
    chunkSizeWarningLimit: 650,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first script needs this alone: with the shared file, all its words would be read before their language is there.
            { name: "language", test: /dashboard\/src\/language\/language\.ts$/, priority: 1 },
            { name: "shared", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
