import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The program under test: `GOLEMRY`, else what cargo built, the faster one first. */
export function program() {
  const built = ['release', 'debug'].map((profile) => join(import.meta.dirname, '../../../target', profile, 'golemry'));
  const found = process.env.GOLEMRY ?? built.find((path) => existsSync(path));
  if (!found) throw new Error('there is no golemry to test: cargo build --release, or GOLEMRY=path');
  return found;
}

/** The program of examples/own-game, which is built beside the one under test. */
export const ownGame = () => join(dirname(program()), 'own-game');

/** A server of one's own on a free port, with an empty database that is gone afterwards. */
export class Server {
  static async start(from = program(), flags = []) {
    const server = new Server();
    server.flags = flags;
    server.program = from;
    server.data = mkdtempSync(join(tmpdir(), 'golemry-e2e-'));
    await server.open('0');
    if (process.env.GOLEMRY_DEV) await server.showSources();
    else if (process.env.GOLEMRY_PAGE) await server.showBuilt(process.env.GOLEMRY_PAGE);
    return server;
  }

  /** Starts the program and waits until it says where it is. */
  async open(port) {
    this.process = spawn(this.program, ['serve', '--port', port, '--data', this.data, '--no-limits', ...this.flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.address = await new Promise((resolve, reject) => {
      let said = '';
      this.process.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /http:\/\/\S+/.exec(said);
        if (found) resolve(found[0]);
      });
      this.process.on('error', reject);
      this.process.on('exit', (code) => reject(new Error(`golemry serve ended with ${code}: ${said}`)));
    });
  }

  /** With `GOLEMRY_DEV=1` the page comes from its sources, so that a change of it needs no build of the program. */
  async showSources() {
    process.env.GOLEMRY_SERVER = this.address;
    const root = join(import.meta.dirname, '../..');
    const { createServer } = await import(join(root, 'node_modules/vite/dist/node/index.js'));
    this.vite = await createServer({ root, logLevel: 'error', server: { port: 0 } });
    await this.vite.listen();
    this.address = this.vite.resolvedUrls.local[0].replace(/\/$/, '');
  }

  /** With `GOLEMRY_PAGE=folder` it is the page that `vite build --outDir folder` has put there. */
  async showBuilt(folder) {
    process.env.GOLEMRY_SERVER = this.address;
    const root = join(import.meta.dirname, '../..');
    const { preview } = await import(join(root, 'node_modules/vite/dist/node/index.js'));
    this.vite = await preview({ root, logLevel: 'error', build: { outDir: folder }, preview: { port: 0 } });
    this.address = this.vite.resolvedUrls.local[0].replace(/\/$/, '');
  }

  /** Ends it the hard way, as a power cut would, and waits until it is gone. */
  kill() {
    return new Promise((gone) => {
      this.process.removeAllListeners('exit');
      this.process.on('exit', gone);
      this.process.kill('SIGKILL');
    });
  }

  /** The same server again, at the same address with the same database. */
  async again() {
    await this.open(new URL(this.address).port);
  }

  async stop() {
    await this.vite?.close();
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
