import { useState } from 'preact/hooks'

/** Takes files that are dragged over an element and dropped there; `class` says while they are above it. */
export const useDropped = (take: (files: readonly File[]) => void) => {
  const [isAbove, setAbove] = useState(false)
  const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes('Files') ?? false
  return {
    class: isAbove ? 'place dropping' : 'place',
    onDragOver(event: DragEvent) {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setAbove(true)
    },
    onDragLeave: () => setAbove(false),
    onDrop(event: DragEvent) {
      setAbove(false)
      if (!carriesFiles(event)) return
      // A file that is dropped on a box of its own stays there.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
      event.preventDefault()
      take([...(event.dataTransfer?.files ?? [])])
    },
  }
}
