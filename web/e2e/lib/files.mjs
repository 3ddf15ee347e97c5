import { readFile } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import { extname, join, normalize } from 'node:path';

const KINDS = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const listen = (server) => new Promise((open) => server.listen(0, '127.0.0.1', () => open(server.address().port)));
const close = (server) =>
  new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });

/** The plainest file server there is: a folder at a path, and nothing else. It remembers what it was asked for. */
export async function serveFiles(folder, base) {
  const asked = [];
  const server = createServer(async (request, reply) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    asked.push(path);
    const inside = normalize(path.slice(base.length - 1));
    const file = join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
    try {
      if (!path.startsWith(base)) throw new Error('elsewhere');
      const content = await readFile(file);
      reply.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      reply.writeHead(404).end();
    }
  });
  const port = await listen(server);
  return { address: `http://localhost:${port}`, asked, stop: () => close(server) };
}

/** Asks for the whole text, whatever the browser has of it. */
function unconditional(headers) {
  const asked = { ...headers, 'accept-encoding': 'identity' };
  delete asked['if-none-match'];
  delete asked['if-modified-since'];
  return asked;
}

/**
 * A proxy before a golemry server that can put a newer version of the page in place: the same one, whose first script has another name. So
 * every file that names it is another one, as after any change.
 */
export async function serveVersions(address) {
  const html = await (await fetch(address)).text();
  const [, old] = /assets\/(index-[^."]+)\.js/.exec(html);
  const renamed = `index-${'NEW'.padEnd(old.length - 6, '0')}`;
  const versions = { old, renamed, renewed: false };
  const upstream = (request) => ({
    hostname: '127.0.0.1',
    port: new URL(address).port,
    method: request.method,
    path: request.url.replace(renamed, old),
    headers: unconditional(request.headers),
  });
  const server = createServer((request, reply) => {
    const asking = ask(upstream(request), (found) => {
      const { headers } = found;
      delete headers['content-length'];
      const chunks = [];
      found.on('data', (chunk) => chunks.push(chunk));
      found.on('end', () => {
        const content = Buffer.concat(chunks);
        const isText = /html|javascript/.test(headers['content-type'] ?? '');
        reply.writeHead(found.statusCode, headers);
        if (!versions.renewed || !isText) return reply.end(content);
        const text = content.toString().replaceAll(old, renamed);
        reply.end(request.url === '/sw.js' ? text.replace(/"version":"[^"]*"/, '"version":"new"') : text);
      });
    });
    asking.on('error', () => reply.writeHead(502).end());
    request.pipe(asking);
  });
  server.on('upgrade', (request, socket) => {
    const asking = ask(upstream(request));
    asking.on('upgrade', (reply, other) => {
      const headers = reply.rawHeaders.flatMap((text, at) => (at % 2 === 0 ? [`${text}: ${reply.rawHeaders[at + 1]}`] : []));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`);
      for (const end of [socket, other]) end.on('error', () => {});
      socket.pipe(other).pipe(socket);
    });
    asking.on('error', () => socket.destroy());
    asking.end();
  });
  const port = await listen(server);
  return Object.assign(versions, { address: `http://localhost:${port}`, stop: () => close(server) });
}
