// Filters the calls as one types; without scripts the page is simply whole.
const field = document.getElementById('find');
const found = document.getElementById('found');
const calls = [...document.querySelectorAll('article[data-find]')];

field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const call of calls) {
    const isShown = words.every((word) => call.dataset.find.includes(word));
    call.hidden = !isShown;
    if (isShown) shown += 1;
  }
  for (const section of document.querySelectorAll('section')) {
    if (section.id !== 'rules') section.hidden = !section.querySelector('article:not([hidden])');
  }
  found.textContent =
    words.length === 0
      ? ''
      : shown === 0
        ? 'Такого вызова нет. Очистите поле, чтобы увидеть все.'
        : `Найдено: ${shown}`;
});
