import { useState } from 'preact/hooks'
import type { SeenMessage } from '../../../people.ts'

type SeenFile = SeenMessage['files'][number]

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Addresses are signed anew whenever a message is read; a sound that is played goes on only by the one that it has. */
const withoutSignature = (url: string): string => url.split('?')[0] ?? url

const Sound = ({ file: { name, url, bytes, description } }: { file: SeenFile }) => {
  const [firstUrl] = useState(url)
  return (
    <figure class="audio">
      <figcaption>
        {description ?? name} <span class="small">{sizeText(bytes)}</span>
      </figcaption>
      <audio controls preload="metadata" src={firstUrl} aria-label={description ?? name}>
        <track kind="captions" />
      </audio>
    </figure>
  )
}

const OneFile = ({ file }: { file: SeenFile }) => {
  const { name, url, contentType, bytes, description } = file
  if (contentType.startsWith('audio/')) return <Sound file={file} />
  if (contentType.startsWith('image/')) return <img class="cover" src={url} alt={description ?? name} />
  return (
    <p class="file">
      <a href={url} download={name}>
        {name}
      </a>{' '}
      <span class="small">{sizeText(bytes)}</span>
    </p>
  )
}

/** Files of a message: what can be heard plays, what can be seen is shown, and everything else is had by a link. */
export const Files = ({ files }: { files: readonly SeenFile[] }) => (
  <>
    {files.map((file) => (
      <OneFile key={withoutSignature(file.url)} file={file} />
    ))}
  </>
)
