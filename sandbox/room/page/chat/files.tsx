import { useState } from 'preact/hooks'
import type { SeenMessage } from '../../../control/people.ts'
import { Picture } from './picture.tsx'
import { useSteadyUrl, withoutSignature } from './steady-url.ts'

type SeenFile = SeenMessage['files'][number]

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

const Sound = ({ file: { name, url, bytes, description } }: { file: SeenFile }) => (
  <figure class="audio">
    <figcaption>
      {description ?? name} <span class="small">{sizeText(bytes)}</span>
    </figcaption>
    <audio controls preload="metadata" src={useSteadyUrl(url)} aria-label={description ?? name}>
      <track kind="captions" />
    </audio>
  </figure>
)

const OneFile = ({ file }: { file: SeenFile }) => {
  const { name, url, contentType, bytes, description } = file
  if (contentType.startsWith('audio/')) return <Sound file={file} />
  if (contentType.startsWith('image/')) return <Picture size="cover" url={url} alt={description ?? name} />
  return (
    <p class="file">
      <a href={url} download={name}>
        {name}
      </a>{' '}
      <span class="small">{sizeText(bytes)}</span>
    </p>
  )
}

/** A file that is covered until it is clicked. */
const Covered = ({ file }: { file: SeenFile }) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <OneFile file={file} />
  return (
    <p class="file">
      <button type="button" class="press plain" onClick={() => setOpen(true)}>
        Spoiler: {file.description ?? file.name}
      </button>
    </p>
  )
}

/**
 * Files of a message: what can be heard plays, what can be seen is shown, and everything else is had by a link. A
 * spoiler is covered first.
 */
export const Files = ({ files }: { files: readonly SeenFile[] }) => (
  <>
    {files.map((file) => {
      const key = withoutSignature(file.url)
      return file.isSpoiler ? <Covered key={key} file={file} /> : <OneFile key={key} file={file} />
    })}
  </>
)
