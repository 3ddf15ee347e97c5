// An evening: a tournament of eight with bots, somebody who leaves and somebody who comes late; and open tables.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessible, fitsTheScreen, launch, visitor } from '../lib/browser.mjs';
import { onScreen, Person, pointsOf } from '../lib/evening.mjs';
import { openMatch, playToTheEnd, waitForTurn } from '../lib/play.mjs';
import { program, Server } from '../lib/server.mjs';

let server, rating, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  // One after the other: a page that is built aside follows the server that was started last.
  rating = await Server.start(program(), ['--ratings']);
});
after(() => Promise.all([browser?.close(), server?.stop(), rating?.stop()]));

const SIGNS = { '½': 0.5 };
const number = (text) => Number(text.replace(/\D/g, '') || 0) + (SIGNS[text.trim().at(-1)] ?? 0);

/** The standings as a page shows them. */
const shownStandings = (page) =>
  page.locator('[data-standings] tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      player: Number(row.dataset.player),
      place: Number(row.querySelector('.place').textContent),
      points: row.querySelector('.total').textContent,
    })),
  );
const stage = (page, wanted, round) => page.locator(`[data-stage=${wanted}][data-round-now='${round}']`).waitFor();
const tab = (page, name) => page.locator(`#tab-${name}`).click();

// They wait for people and for bots more than they compute.
describe('an evening', { concurrency: 2 }, () => {
  test('eight play a Swiss: two are bots, one leaves, one comes late', { timeout: 240_000 }, async () => {
    const [ada, ben, cleo] = await Promise.all([
      visitor(browser, server),
      visitor(browser, server, { phone: true }),
      visitor(browser, server, { language: 'fr' }),
    ]);
    await Promise.all([ada.page.setViewportSize({ width: 1280, height: 720 }), ben.page.setViewportSize({ width: 390, height: 844 })]);

    // The host chooses a game, and is there.
    await ada.page.goto('/tournaments');
    await ada.page.locator('.pick', { hasText: 'The Golem Duel' }).click();
    await ada.page.getByText('More to settle').click();
    await ada.page.getByRole('radio', { name: /beginner/i }).check();
    await ada.page.locator('#option-energy').fill('3');
    await accessible(ada.page, 'a new tournament');
    await ada.page.getByRole('button', { name: 'Open the tournament' }).click();
    const code = await ada.page.locator('[data-code]').innerText();
    assert.match(code, /^[A-Z0-9]{6}$/);
    await ada.page.locator('#tournament-name').fill('Ada');
    await ada.page.getByRole('button', { name: 'Take part' }).click();
    await ada.page.locator('[data-now=entered]').waitFor();
    await ada.page.locator('[data-qr]').waitFor();

    // A phone comes by the code, typed as it was heard; another browser by the link.
    await ben.page.goto('/');
    await ben.page.getByRole('link', { name: 'Tournaments', exact: true }).tap();
    await ben.page.locator('#tournament-code').fill(code.toLowerCase());
    await ben.page.getByRole('button', { name: 'Go to the tournament' }).tap();
    await onScreen(ben.page, '#tournament-name', 'the field for the name');
    await ben.page.locator('#tournament-name').fill('Ben');
    await ben.page.getByRole('button', { name: 'Take part' }).tap();
    await ben.page.locator('[data-now=entered]').waitFor();
    await cleo.page.goto(`/tournaments/${code}`);
    await cleo.page.locator('#tournament-name').fill('Cleo');
    await cleo.page.getByRole('button', { name: 'Participer' }).click();
    await cleo.page.getByText('Vous y êtes, Cleo').waitFor();
    const [dan, eve, fay] = await Promise.all(['Dan', 'Eve', 'Fay'].map((name) => new Person(server, name).enter(code)));

    // Two bots, and two rounds instead of the usual number.
    await tab(ada.page, 'host');
    await ada.page.locator('#add-bot').selectOption('bot:random');
    for (const bots of [1, 2]) {
      await ada.page.locator('[data-add-bot]').click();
      await ada.page.getByText(`${6 + bots} players are here so far`).waitFor();
    }
    for (let planned = Number(await ada.page.locator('[data-planned]').innerText()); planned > 2; planned--) {
      await ada.page.getByRole('button', { name: 'One round fewer' }).click();
      await ada.page
        .locator('[data-planned]')
        .getByText(String(planned - 1), { exact: true })
        .waitFor();
    }
    await onScreen(ada.page, '[data-begin]', 'the button that begins a round');
    await accessible(ada.page, 'players enter');
    await accessible(ben.page, 'waiting on a phone');
    await fitsTheScreen(ben.page, 'waiting on a phone');

    const people = [
      { person: dan, name: 'Dan' },
      { person: eve, name: 'Eve' },
      { person: fay, name: 'Fay' },
    ];
    const pages = { Ada: ada, Ben: ben, Cleo: cleo };
    /** Plays a round: who has no browser resigns, everybody else plays at the table. */
    async function playRound(round) {
      const view = await dan.view(code);
      assert.equal(view.round, round);
      const nameOf = (player) => view.players[player].name;
      await Promise.all(
        Object.values(view.current.tables).map(async (table) => {
          const names = table.chairs.map(nameOf);
          const quitter = people.find(({ name }) => names.includes(name));
          const playing = names.flatMap((name) => (pages[name] ? [pages[name].page] : []));
          for (const page of playing) {
            const go = page.locator('[data-go], [data-next-table]').first();
            await go.waitFor();
            await go.click();
          }
          await Promise.all(playing.map((page) => page.locator('[data-table], [data-over], .centre').first().waitFor()));
          if (quitter) await quitter.person.resign(code);
          await Promise.all(
            playing.map(async (page, index) => {
              if (!quitter) await playToTheEnd(page, 3 + index);
              await page.locator('[data-over] [data-to-tournament]').waitFor();
            }),
          );
        }),
      );
    }

    await ada.page.locator('[data-begin]').click();
    await Promise.all([ada, ben, cleo].map(({ page }) => stage(page, 'playing', 1)));
    // Where do I play now? The first thing on every screen.
    for (const { page } of [ada, ben, cleo]) await onScreen(page, '[data-now=play] [data-go]', 'the way to the table');
    assert.match(await ben.page.locator('[data-now] h2').innerText(), /^Round 1: you play \w+/);
    assert.match(await cleo.page.locator('[data-now] h2').innerText(), /^Ronde 1 : vous jouez contre \w+/);
    // All tables have the same deal: nobody looks at another one, and each says why it was made.
    assert.equal(await ada.page.getByRole('link', { name: 'Look on' }).count(), 0);
    await cleo.page.getByText('Pourquoi cette table ?').first().click();
    assert.match(
      await cleo.page.locator('[data-why]').first().innerText(),
      /Tous deux avaient 0 point\.\s+Ils ne s’étaient pas encore rencontrés\./,
    );
    await ben.page.getByText('Why this table?').first().tap();
    await accessible(ben.page, 'a round on a phone');
    await accessible(cleo.page, 'a round in French');
    await fitsTheScreen(ben.page, 'a round on a phone');

    // Somebody comes late, while the first round is played, and plays from the second on.
    const gus = await new Person(server, 'Gus').enter(code);
    people.push({ person: gus, name: 'Gus' });
    await playRound(1);

    // Ben stays at the table that is over until the next one is there; Fay leaves.
    await fay.call('POST', `/tournaments/${code}/players/${fay.player}`, { do: 'leave' });
    people.splice(2, 1);
    await ada.page.locator('[data-to-tournament]').click();
    await stage(ada.page, 'between', 1);
    await cleo.page.locator('[data-to-tournament]').click();
    await ada.page.locator('[data-begin]').click();
    await ben.page.locator('[data-next-table]').waitFor();
    await onScreen(ben.page, '[data-next-table]', 'the way to the next table');
    await accessible(ben.page, 'the end of a match of a tournament', '[data-over]');
    const second = await dan.view(code);
    const seated = Object.values(second.current.tables).flatMap(({ chairs }) => chairs);
    assert.ok(seated.includes(gus.player) && !seated.includes(fay.player), 'the latecomer plays, who has left does not');
    const firstSheet = await dan.call('GET', `/tournaments/${code}/sheet`);
    const met = firstSheet.rounds[0].tables;
    for (const { chairs } of Object.values(second.current.tables))
      assert.ok(!Object.values(met).some((table) => chairs.every((player) => table.chairs.includes(player))), 'nobody meets twice');
    await playRound(2);

    // The end: everybody hears it, and the standings are those of the results.
    for (const { page } of [ada, ben, cleo]) {
      await page.locator('[data-to-tournament]').click();
      await stage(page, 'over', 2);
      await page.locator('[data-podium]').waitFor();
    }
    await onScreen(ben.page, '[data-now=over] h2', 'who has won');
    const [view, sheet] = [await dan.view(code), await dan.call('GET', `/tournaments/${code}/sheet`)];
    const expected = pointsOf(view, sheet);
    for (const { page } of [ada, ben]) {
      await tab(page, 'standings');
      const shown = await shownStandings(page);
      assert.equal(shown.length, 9);
      for (const { player, points } of shown) assert.equal(number(points), expected[player], view.players[player].name);
      assert.deepEqual(
        shown.map(({ player }) => player),
        view.standings.map(({ player }) => player),
      );
      const sorted = shown.map(({ points }) => number(points));
      assert.deepEqual(
        sorted,
        sorted.toSorted((a, b) => b - a),
        'more points come first',
      );
    }
    await accessible(ada.page, 'the end of a tournament');
    await tab(ben.page, 'cross');
    await ben.page.locator('[data-cross]').waitFor();
    await accessible(ben.page, 'a crosstable on a phone');
    await fitsTheScreen(ben.page, 'a crosstable on a phone');

    // On paper: who played whom, and the standings; no buttons, nothing of the page around it.
    await ada.page.goto(`/tournaments/${code}/print/2`);
    await ada.page.locator('[data-pairings] tbody tr').first().waitFor();
    await accessible(ada.page, 'a round to print');
    await ada.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await ada.page.locator('[data-pairings] tbody tr').count(), Object.keys(second.current.tables).length);
    assert.equal(await ada.page.locator('[data-standings] tbody tr').count(), 9);
    for (const hidden of ['nav', 'button', '.news']) {
      for (const one of await ada.page.locator(hidden).all()) assert.ok(!(await one.isVisible()), `${hidden} is not printed`);
    }
    const look = await ada.page.locator('[data-paper]').evaluate((paper) => {
      const { color, backgroundColor } = getComputedStyle(paper);
      return [color, backgroundColor];
    });
    assert.deepEqual(look, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);

    assert.deepEqual([...ada.problems, ...ben.problems, ...cleo.problems], []);
    await Promise.all([ada, ben, cleo].map((one) => one.close()));
  });

  test('an open table is found from another browser, joined, and filled with bots', { timeout: 120_000 }, async () => {
    const [ada, ben] = await Promise.all([visitor(browser, server), visitor(browser, server, { phone: true })]);
    await ben.page.setViewportSize({ width: 390, height: 844 });
    await ben.page.goto('/');
    await ben.page.locator('[data-game]').first().waitFor();
    assert.equal(await ben.page.locator('[data-open-table]').count(), 0);

    // The whole way through the page; then the least time that bots may be given.
    await ada.page.goto('/play/its-alive');
    await ada.page.getByRole('combobox', { name: /^Players/ }).selectOption('4');
    for (const seat of [1, 2, 3]) await ada.page.locator(`#chair-${seat}`).selectOption('friend');
    await ada.page.locator('#own-name').fill('Ada');
    await ada.page.getByLabel('Let anyone here join').check();
    await accessible(ada.page, 'a table that anyone may join');
    await ada.page.getByRole('button', { name: 'Open the table' }).click();
    const listed = ada.page.locator('[data-listed=true]');
    await listed.waitFor();
    const id = new URL(ada.page.url()).pathname.split('/').at(-1);
    await accessible(ada.page, 'a listed table');
    await listed.getByRole('button', { name: 'Take it off the list' }).click();
    await ada.page.locator('[data-listed=false]').waitFor();
    await ada.page.evaluate(
      (match) =>
        fetch(`/api/matches/${match}/open`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: '{"fill_seconds":10,"level":"random"}',
        }),
      id,
    );

    const line = ben.page.locator(`[data-open-table='${id}']`);
    await line.getByText(/1 of 4 seats · Ada is waiting · bots fill in 0:\d\d/).waitFor();
    await accessible(ben.page, 'open tables');
    await fitsTheScreen(ben.page, 'open tables');
    await line.getByRole('button', { name: 'Sit down' }).tap();
    await ben.page.waitForURL(`**/m/${id}`);
    // Bots take the other two seats, and everybody plays.
    await Promise.all([ada, ben].map(({ page }) => page.locator('[data-table]').waitFor()));
    assert.equal(await ben.page.locator('[data-table] [data-seat]').count(), 4);
    // Who begins is drawn.
    await Promise.any([ada, ben].map(({ page }) => waitForTurn(page)));
    assert.deepEqual([...ada.problems, ...ben.problems], []);
    await Promise.all([ada, ben].map((one) => one.close()));
  });

  test('a host states a result, corrects it, takes somebody out, and deletes it all', { timeout: 120_000 }, async () => {
    const { page, problems, close } = await visitor(browser, server);
    await page.goto('/tournaments');
    await page.locator('.pick', { hasText: 'Capek Golems' }).click();
    await page.getByRole('radio', { name: /Round robin/ }).check();
    await page.getByRole('button', { name: 'Open the tournament' }).click();
    const code = await page.locator('[data-code]').innerText();
    const [dan, eve, fay] = await Promise.all(['Dan', 'Eve', 'Fay'].map((name) => new Person(server, name).enter(code)));
    await page.locator('[data-begin]:enabled').click();
    await stage(page, 'playing', 1);
    const tables = page.locator('[data-table-of]');
    assert.equal(await tables.count(), 1, 'three people: one table, one rests');
    await page.locator('[data-rest]').waitFor();
    const [first] = (await dan.view(code)).current.tables[1].chairs;
    await tables.getByText('State the result').click();
    await tables.locator('[data-result=first]').click();
    await stage(page, 'between', 1);
    assert.deepEqual((await dan.view(code)).standings[0], { place: 1, player: first, points: 1, breaks: [0, 0, 1] });
    await tables.getByText('Correct the result').click();
    await tables.locator('[data-result=draw]').click();
    await tables.locator('.points', { hasText: '½' }).first().waitFor();

    await tab(page, 'players');
    const line = page.locator(`[data-player='${eve.player}']`);
    await line.getByRole('button', { name: 'Change Eve' }).click();
    await line.getByRole('button', { name: 'Take out' }).click();
    const question = page.locator('[data-question]');
    await accessible(page, 'taking somebody out');
    await question.getByRole('button', { name: 'Take out' }).click();
    await line.getByText('taken out by the host').waitFor();
    assert.equal((await eve.view(code)).players[eve.player].removed, true);
    await tab(page, 'host');
    await accessible(page, 'what a host can do');
    await page.getByRole('button', { name: 'Delete the tournament' }).click();
    await question.getByRole('button', { name: 'Delete the tournament' }).click();
    await page.waitForURL('**/tournaments');
    await page.locator('[data-open-tournament]').waitFor();
    assert.equal(await page.locator('[data-known]').count(), 0);
    await assert.rejects(fay.view(code), /tournament\/unknown/);
    assert.deepEqual(problems, []);
    await close();
  });

  test('where people are rated, one sees how well one plays, and what that means', { timeout: 120_000 }, async () => {
    const [ada, ben] = await Promise.all([visitor(browser, rating), visitor(browser, rating, { phone: true, language: 'fr' })]);
    const id = await openMatch(ada.page, { game: 'duel', seats: 2, variant: 'beginner', chairs: [{ kind: 'you' }, { kind: 'friend' }] });
    await ben.page.goto(await ada.page.locator('#link-1').inputValue());
    await ben.page.locator('#join-name').fill('Ben');
    await ben.page.locator('#join-name').press('Enter');
    await Promise.all([ada, ben].map(({ page }) => page.locator('[data-table]').waitFor()));
    await ben.page.evaluate((match) => fetch(`/api/matches/${match}/seats/1/resign`, { method: 'POST' }), id);
    await ada.page.locator('[data-over]').waitFor();
    // Matches are rated a moment after their end.
    const tag = (page) => page.locator('.own .rating', { hasText: /^1[3-7]\d\d ± \d+ \?$/ });
    for (const { page } of [ada, ben]) {
      const isRated = async () => (await (await fetch('/api/ratings?game=duel&seats=2')).json()).own.length > 0;
      while (!(await page.evaluate(isRated))) await page.waitForTimeout(100);
      await page.goto('/matches');
      await page.locator("a[href='/ratings']").click();
      await page.getByRole('button', { name: /Golem Duel|duel des golems/ }).click();
    }
    await tag(ada.page).waitFor();
    await ben.page.locator('[data-ratings]').getByText('Ben').waitFor();
    await accessible(ben.page, 'ratings on a phone');
    await fitsTheScreen(ben.page, 'ratings on a phone');
    await tag(ben.page).tap();
    await ben.page.getByText(/La vraie force est presque sûrement entre \d+ et \d+/).waitFor();
    await accessible(ben.page, 'what a rating means');
    assert.deepEqual([...ada.problems, ...ben.problems], []);
    await Promise.all([ada, ben].map((one) => one.close()));
  });
});
