import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled, freePort, Server } from './stores.js';

/**
 * The simulated market with its RPC, over after its first transaction. `holders` as in `CRPT_HOLDERS`; `limited` holds callers to
 * what a public RPC allows.
 */
export async function startMarket(holders = '', limited = false) {
  const folder = mkdtempSync(join(tmpdir(), 'market-'));
  const { market, port } = await startAtFreePort((port) => ({
    EVENTS: '1',
    DATA_DIR: folder,
    HTTP_PORT: String(port),
    CRPT_HOLDERS: holders,
    SERVICE_FAULTS: '0',
    SERVICE_LIMITS: limited ? '1' : '0',
  }));
  const stop = async () => {
    await market.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { market, url: `http://127.0.0.1:${port}`, gateMint: await gateMint(), stop };
}

/** A port that was free may be taken by a connection of somebody else before it is listened at. */
async function startAtFreePort(envOf: (port: number) => Record<string, string>) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const market = new Server('market/dist/main.js', envOf(port));
    try {
      await market.start();
      return { market, port };
    } catch (error) {
      if (attempt === 5 || !market.printed.includes('EADDRINUSE')) throw error;
    }
  }
}

async function gateMint(): Promise<string> {
  const [{ GATE_MINT }, { toBase58 }] = await Promise.all([
    import(compiled('market/dist/gate-token.js')) as Promise<{ GATE_MINT: string }>,
    import(compiled('market/dist/addresses.js')) as Promise<{ toBase58: (key: string) => string }>,
  ]);
  return toBase58(GATE_MINT);
}
