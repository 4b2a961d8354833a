// The images of a message as thumbnails, and the button that adds one from a file.
import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Button, IconButton } from '#ui';
import { BASE_PATH } from '#lib/base-path';
import type { MessageImage } from './draft.ts';
import { IMAGE_TYPES } from './images.ts';
import { playgroundTexts } from './texts.ts';

interface MessageImagesProps {
  /** The number of the message, from 1. */
  place: number;
  images: readonly MessageImage[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (index: number) => void;
}

export function MessageImages({ place, images, onAdd, onRemove }: MessageImagesProps) {
  const texts = useTexts(playgroundTexts);
  const format = useFormat();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 pt-1">
      {images.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-2">
          {images.map((image, index) => (
            // Images have no ids, and the same one may be there twice.
            <li key={index} className="relative">
              {typeof image === 'string' || image.contentType.startsWith('image/') ? (
                <img
                  src={
                    typeof image === 'string'
                      ? image
                      : `${BASE_PATH}/v1/media/${encodeURIComponent(image.mediaId)}`
                  }
                  alt={texts.imageOf(index + 1, place)}
                  className="size-16 rounded-md border bg-sunken object-cover"
                />
              ) : (
                <span className="grid size-16 place-items-center rounded-md border bg-sunken p-1 text-center text-xs break-all">
                  {image.contentType}
                  <span className="text-muted">{format.bytes(image.bytes)}</span>
                </span>
              )}
              <span className="absolute -top-1.5 -right-1.5 rounded-full border bg-surface">
                <IconButton
                  label={texts.removeImage(index + 1, place)}
                  icon={<X size={14} aria-hidden />}
                  onClick={() => onRemove(index)}
                  className="size-6"
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={file}
        type="file"
        multiple
        hidden
        accept={IMAGE_TYPES.join(',')}
        aria-label={texts.fileOf(place)}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // The same file can then be chosen again.
          target.value = '';
        }}
      />
      <Button
        size="small"
        look="quiet"
        icon={<ImagePlus size={16} aria-hidden />}
        title={texts.addImageHint}
        onClick={() => file.current?.click()}
      >
        {texts.addImage}
      </Button>
    </div>
  );
}
