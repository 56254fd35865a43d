import { useState } from 'preact/hooks'

/** Takes files that are dragged over an element and dropped there; `class` says while they are above it. */
export const useDropped = (take: (files: readonly File[]) => void) => {
  const [isAbove, setAbove] = useState(false)
  /** A file that is dropped on a box of its own stays there. */
  const isOurs = ({ dataTransfer, target }: DragEvent): boolean =>
    (dataTransfer?.types.includes('Files') ?? false) &&
    !(target instanceof HTMLInputElement && target.type === 'file')
  return {
    class: isAbove ? 'place dropping' : 'place',
    onDragOver(event: DragEvent) {
      if (!isOurs(event)) return
      event.preventDefault()
      setAbove(true)
    },
    onDragLeave: () => setAbove(false),
    onDrop(event: DragEvent) {
      setAbove(false)
      if (!isOurs(event)) return
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
    },
  }
}
