// Images that a person adds to a message: read as data URLs, and made smaller if they are large.

/** What all providers read. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** The size of one image, in characters of its data URL. Larger images are made smaller. */
const MAX_IMAGE_CHARS = 400_000;
/** The size of all images of a column together: a request has at most 1 MiB. */
const MAX_TOTAL_CHARS = 900_000;
/** The longest side in pixels and the quality, until it fits. Providers make larger ones smaller themselves. */
const SMALLER: readonly (readonly [side: number, quality: number])[] = [
  [1_568, 0.85],
  [1_024, 0.75],
  [640, 0.6],
];

type ImageFault = 'type' | 'size' | 'room';

/** The images among pasted or dropped things. */
export const imageFilesIn = (given: DataTransfer | null): File[] =>
  [...(given?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Stops at the first one that cannot be taken. `taken` counts what the column has already. */
export async function readImages(
  files: readonly File[],
  taken: number,
): Promise<{ images: string[]; fault: ImageFault | null }> {
  const images: string[] = [];
  let chars = taken;
  for (const file of files) {
    if (!IMAGE_TYPES.includes(file.type)) return { images, fault: 'type' };
    const read = await imageUrl(file);
    if (read === null) return { images, fault: 'size' };
    chars += read.length;
    if (chars > MAX_TOTAL_CHARS) return { images, fault: 'room' };
    images.push(read);
  }
  return { images, fault: null };
}

async function imageUrl(file: File): Promise<string | null> {
  if (file.size * 1.4 <= MAX_IMAGE_CHARS) return asDataUrl(file);
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const [side, quality] of SMALLER) {
      const url = drawn(picture, side, quality);
      if (url !== null && url.length <= MAX_IMAGE_CHARS) return url;
    }
    return null;
  } finally {
    picture.close();
  }
}

function drawn(picture: ImageBitmap, side: number, quality: number): string | null {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency; without this it would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', quality);
}

const asDataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
