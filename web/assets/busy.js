/** Shows on the button that work is under way, and lets nobody start it twice. The button keeps the focus. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-disabled') === 'true') return;
  const text = button.textContent;
  button.setAttribute('aria-disabled', 'true');
  button.textContent = button.dataset.busy ?? text;
  try {
    await work();
  } finally {
    button.removeAttribute('aria-disabled');
    button.textContent = text;
  }
}
