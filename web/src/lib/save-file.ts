/** Downloads a file that the page has. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser may read the URL a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
