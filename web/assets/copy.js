// Copies on plain HTTP too, where browsers do not offer the clipboard API.

function copyBySelection(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  // While a dialog is open, text outside of it cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

export function copyButton(label, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'slight';
  const words = document.createElement('span');
  words.setAttribute('aria-live', 'polite');
  words.textContent = 'Copy';
  const about = document.createElement('span');
  about.className = 'unseen';
  about.textContent = label;
  button.append(words, about);
  const copied = (done) => {
    words.textContent = done ? 'Copied' : 'Select it and copy by hand';
    button.focus();
    setTimeout(() => (words.textContent = 'Copy'), 2000);
  };
  button.addEventListener('click', () => void copy(text()).then(copied));
  return button;
}

/** A copy button in the caption of every code block. */
export function addCopyButtons(root = document) {
  for (const figure of root.querySelectorAll('figure.code')) {
    const code = figure.querySelector('pre code');
    const label = ` ${figure.querySelector('pre').getAttribute('aria-label') ?? 'the code'}`;
    figure.querySelector('figcaption').append(copyButton(label, () => code.textContent));
  }
}
