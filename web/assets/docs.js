// The reference works without this script. It adds copy buttons, and keeps the contents open on wide screens.
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
