import assert from 'node:assert/strict';

/** Somebody who takes part without a browser: what they do goes over the HTTP interface, with their own cookie. */
export class Person {
  constructor(server, name) {
    this.server = server;
    this.name = name;
  }

  async call(method, path, body) {
    const response = await fetch(`${this.server.address}/api${path}`, {
      method,
      headers: { ...(this.cookie ? { cookie: this.cookie } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    this.cookie ??= response.headers.getSetCookie()[0]?.split(';')[0];
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  }

  /** Enters a tournament. */
  async enter(code) {
    await this.call('GET', '/me');
    this.player = (await this.call('POST', `/tournaments/${code}/players`, { kind: 'me', name: this.name })).player;
    return this;
  }

  view(code) {
    return this.call('GET', `/tournaments/${code}`);
  }

  /** Gives up at the table of the current round, which ends the match of two. */
  async resign(code) {
    const { seat } = await this.view(code);
    await this.call('POST', `/matches/${seat.match}/seats/${seat.seat}/resign`);
  }
}

/** The points of everybody, counted from the sheet: tables, rests and what latecomers were given. */
export function pointsOf({ players }, { rounds }) {
  const points = Object.fromEntries(Object.entries(players).map(([player, { given }]) => [player, given]));
  for (const round of rounds) {
    for (const table of Object.values(round.tables)) {
      table.chairs.forEach((player, chair) => {
        const [own, other] = [table.places?.[chair], table.places?.[1 - chair]];
        points[player] += !table.places || own > other ? 0 : own === other ? 0.5 : 1;
      });
    }
    for (const rest of round.rests) points[rest.player] += rest.points;
  }
  return points;
}

/** A part of the page lies on the screen at this moment, whole. */
export async function onScreen(page, selector, what) {
  const part = page.locator(selector).first();
  await part.waitFor();
  const [box, { width, height }] = [await part.boundingBox(), await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))];
  const where = `${what}: ${JSON.stringify(box)} on ${width} × ${height}`;
  assert.ok(box.x >= -1 && box.y >= -1 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1, where);
}
