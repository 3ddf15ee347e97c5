/** While the page shows this game, it has the colours of its place (places.css). */
export function atPlace(game: () => string | undefined): void {
  $effect(() => {
    const { dataset } = document.documentElement;
    const name = game();
    if (!name) return;
    dataset.place = name;
    return () => delete dataset.place;
  });
}
