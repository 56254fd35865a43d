import { useEffect, useState } from 'preact/hooks'
import { Popover } from '../chat/popover.tsx'
import { type ShelfClip, shelfClip, shelfClips } from '../control.ts'

/** Example clips, for those who have none at hand. */
export const Shelf = ({ take }: { take(file: File): void }) => {
  const [clips, setClips] = useState<readonly ShelfClip[]>([])
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => void shelfClips().then(setClips, () => undefined), [])
  return (
    <Popover sign="Examples" label="Examples: clips to take" className="press plain">
      {(close) => (
        <ul>
          {hasFailed ? <li class="error">Couldn’t load that example. Try again.</li> : null}
          {clips.map(({ name, about }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  close()
                  void shelfClip(name).then(take, () => setFailed(true))
                }}
              >
                <strong>{name}</strong>
                <span class="small">{about}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
