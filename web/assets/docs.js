// The reference reads well without this; it only adds what a script can: copying, and contents that stay open where there is room.
import { addCopyButtons } from './copy.js';

addCopyButtons();

const contents = document.querySelector('.contents details');
const wide = matchMedia('(min-width: 900px)');
const follow = () => (contents.open = wide.matches);
wide.addEventListener('change', follow);
follow();
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && !wide.matches) contents.open = false;
});
