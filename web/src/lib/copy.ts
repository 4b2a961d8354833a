// Copies on plain HTTP too, where browsers do not offer the clipboard API.

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // While a dialog is open, text outside of it cannot be selected.
  (document.querySelector('[role="dialog"]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}
