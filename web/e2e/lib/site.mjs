import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { program } from './server.mjs';

const KINDS = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** A site of plain files, as `golemry site` writes it, served by a file server that knows nothing else. `GOLEMRY_SITE` names another folder. */
export class Site {
  /**
   * The address lies under a path, as on many hosts. `answers` can reply to a path instead of the file. `rate` is how many bytes a second
   * go over the line, all connections together; tools of the browser would slow the page down, but not its workers.
   */
  static async start({ under = '/golems/', answers = {}, rate = Infinity } = {}) {
    const site = new Site();
    site.answers = answers;
    site.rate = rate;
    site.free = 0;
    site.under = under;
    site.folder = process.env.GOLEMRY_SITE ?? site.write();
    await site.open(0);
    return site;
  }

  write() {
    this.own = mkdtempSync(join(tmpdir(), 'golemry-site-'));
    const folder = join(this.own, 'site');
    const { status, stderr } = spawnSync(program(), ['site', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`golemry site ended with ${status}: ${stderr}`);
    return folder;
  }

  async open(port) {
    this.asked = [];
    this.server = createServer((request, response) => this.answer(new URL(request.url, 'http://site').pathname, response));
    await new Promise((listening) => this.server.listen(port, '127.0.0.1', listening));
    // A test that has failed does not stop it.
    this.server.unref();
    this.address = `http://127.0.0.1:${this.server.address().port}${this.under}`;
  }

  answer(path, response) {
    this.asked.push(path);
    const name = normalize(path.startsWith(this.under) ? path.slice(this.under.length) || 'index.html' : '..');
    const own = this.answers[name];
    if (own !== undefined) {
      response.writeHead(200, { 'content-type': KINDS[extname(name)] ?? 'application/octet-stream' }).end(own);
      return;
    }
    const file = join(this.folder, name);
    if (name.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('there is no such file');
      return;
    }
    const { size } = statSync(file);
    // Hosts compress what is text.
    const packed = this.rate < Infinity && /\.(html|js|css|json|svg)$/.test(name) ? gzipSync(readFileSync(file)) : null;
    response.writeHead(200, {
      'content-type': KINDS[extname(name)] ?? 'application/octet-stream',
      'content-length': packed?.length ?? size,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
      ...(this.rate < Infinity && /assets|engine-/.test(name) ? { 'cache-control': 'max-age=31536000, immutable' } : {}),
    });
    if (this.rate === Infinity) createReadStream(file).pipe(response);
    else void this.trickle(packed ?? readFileSync(file), response);
  }

  /** Sends as much as the line carries: every connection waits for its turn. */
  async trickle(bytes, response) {
    const most = 16 << 10;
    for (let at = 0; at < bytes.length; at += most) {
      const part = bytes.subarray(at, at + most);
      this.free = Math.max(this.free, performance.now()) + (1000 * part.length) / this.rate;
      await new Promise((sent) => setTimeout(sent, this.free - performance.now()));
      if (response.destroyed) return;
      response.write(part);
    }
    response.end();
  }

  /** Serves nothing any more, until `again`. */
  async close() {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async again() {
    await this.open(new URL(this.address).port);
  }

  async stop() {
    await this.close();
    if (this.own) rmSync(this.own, { recursive: true, force: true });
  }
}
